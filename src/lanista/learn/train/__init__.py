"""`lanista train`: learns to play on native batches, with NumPy alone, and writes a bot that needs no more."""
