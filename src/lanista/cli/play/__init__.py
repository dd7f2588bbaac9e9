"""`lanista play`: play a match between bots, or against one yourself."""
