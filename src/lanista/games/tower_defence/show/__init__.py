"""How the game is shown: frames, words, the terminal's picture, and the scripts that draw."""
