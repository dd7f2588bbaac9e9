"""Accounts, sessions, tokens, invitations, teams and roles."""
