"""The forward model."""
