"""The command line: a folder per verb with `command` and JSON `shapes`, and `shared`. May import every room."""
