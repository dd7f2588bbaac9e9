"""For learners and analysis: observations, hidden information redrawn, seats swapped, winning chances."""
