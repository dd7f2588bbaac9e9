"""Benchmarks, whose alternatives are measured side by side in one run."""

from lanista.tools.bench.measure import Measure
from lanista.tools.bench.suite import run

__all__ = ["Measure", "run"]
