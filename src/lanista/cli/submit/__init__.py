"""`lanista submit`: upload a bot to a contest."""
