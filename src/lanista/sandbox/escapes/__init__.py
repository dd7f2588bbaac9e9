"""Attempts to get out of the sandbox, bounded so that they do no harm where nothing stops them.

They run inside the jail as a script, with nothing but the standard library; `bait` prepares on our side what they
try to obtain.
"""
