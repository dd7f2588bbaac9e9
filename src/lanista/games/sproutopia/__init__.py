"""Sproutopia: farmers leave trails and claim what they enclose (Entelect Challenge 2024)."""
