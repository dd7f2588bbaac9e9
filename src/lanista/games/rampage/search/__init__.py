"""For the bot `search`: values of states, moves to try, and states consistent with what a seat has seen."""
