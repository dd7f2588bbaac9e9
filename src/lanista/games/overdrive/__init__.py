"""Overdrive: a race of two cars on four lanes (Entelect Challenge 2020)."""
