"""Tools for authors and organisers: starters, kits, dev, doctor, analysis, bisect, audit, conformance, bench.

They import `series`, `league`, `match` and the layers below; `web` and `cli` import them.
"""
