"""`lanista takeover`: resume a replay at any turn with another player at a seat."""
