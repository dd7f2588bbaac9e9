"""`lanista key`: make a key pair to sign replays."""
