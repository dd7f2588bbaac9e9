"""`python -m website`: stages the manual, builds the site in build/site, and checks every page of it."""

from __future__ import annotations

import subprocess
import sys

from website.checks import faults
from website.staging import ROOT, SITE, replace_worker_script, stage, write_llms_text

CLEAN = "No issues found"  # the last word of a build without warnings


def main() -> None:
    """Build the site; warnings and faults end with an error."""
    stage()
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", "mkdocs.yml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode or CLEAN not in done.stdout + done.stderr:
        sys.exit(f"the site cannot be built without warnings:\n{done.stdout}{done.stderr}")
    replace_worker_script()
    write_llms_text()
    if found := faults(SITE):
        sys.exit("\n".join([f"{len(found)} faults of the site:", *found]))
    pages = sum(1 for _ in SITE.rglob("*.html"))
    sys.stdout.write(f"{pages} pages in {SITE.relative_to(ROOT)}: every link and anchor leads somewhere\n")


if __name__ == "__main__":
    main()
