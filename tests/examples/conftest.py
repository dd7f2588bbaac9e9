"""Examples take minutes and libraries that we do not depend on: they run by `make examples` only."""

import os

collect_ignore_glob = [] if os.environ.get("LANISTA_SLOW") else ["test_*.py"]
