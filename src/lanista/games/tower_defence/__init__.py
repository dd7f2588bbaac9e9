"""Tower Defence: build, shoot and defend the base (Entelect Challenge 2018)."""
