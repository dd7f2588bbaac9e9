"""The built-in opponents, each a module with a class `Bot`."""
