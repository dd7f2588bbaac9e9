"""Contests: people, teams, uploads and pages around a league. Imports everything but the command line."""
