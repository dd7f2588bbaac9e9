"""`lanista dev`: build, play and compare a bot whenever it is saved."""
