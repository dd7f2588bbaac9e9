"""`lanista sprt`: test by counted pairs whether a bot is better."""
