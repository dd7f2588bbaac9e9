"""Entelect Challenge 2020: its protocol, its log folder, its referee and recordings of its engine."""
