"""`lanista verify`: play a replay again and check everything in it."""
