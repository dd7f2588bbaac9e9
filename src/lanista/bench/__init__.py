"""Benchmarks, whose alternatives are measured side by side in one run."""

from lanista.bench.measure import Measure
from lanista.bench.suite import run

__all__ = ["Measure", "run"]
