"""`lanista rules`: write a game's rules in C, JavaScript or WebAssembly."""
