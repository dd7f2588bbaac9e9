"""For learners and searches."""
