"""The site of the manual: staged, built with Zensical, and checked."""
