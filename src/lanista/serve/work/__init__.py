"""The work of a runner: checks of uploads, comparisons, practice, and the matches of ladders."""
