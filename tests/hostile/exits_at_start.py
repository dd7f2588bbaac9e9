"""Ends before it is ready, with a message."""

import sys

sys.exit("cannot find my opening book")
