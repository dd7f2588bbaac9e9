"""Metered bots: WebAssembly modules that play in this process, with fuel instead of time."""
