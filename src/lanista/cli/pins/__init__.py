"""`lanista pins`: ask a bot about pinned moments."""
