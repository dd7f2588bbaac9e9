"""Says ready and then never reads, so that its input pipe fills up."""

import time

from common import tell

tell({"type": "ready"})
time.sleep(3600)
