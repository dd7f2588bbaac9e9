"""`lanista view`: watch replays in the browser."""
