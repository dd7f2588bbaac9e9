"""Logs a digest of every byte that it is given: matches that differ in the seed alone must not differ in this."""

import hashlib
import os
import sys

from common import report, tell

seen = hashlib.sha256(sys.stdin.readline().encode())
seen.update(repr(sorted(name for name in os.environ if "SEED" in name.upper())).encode())
tell({"type": "ready"})
for line in sys.stdin:
    if '"type":"end"' in line:
        break
    seen.update(line.encode())
    report(digest=seen.hexdigest())
    tell("NOTHING")
