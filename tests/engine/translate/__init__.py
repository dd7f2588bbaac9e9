"""Tests of the translation of rules."""
