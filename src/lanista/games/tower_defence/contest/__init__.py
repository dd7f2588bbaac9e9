"""Entelect Challenge 2018: its protocol, its log folder, hints on crashes and recordings of its engine."""
