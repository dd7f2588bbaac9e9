"""`lanista export`: turn a replay into one HTML file, a picture or an animation."""
