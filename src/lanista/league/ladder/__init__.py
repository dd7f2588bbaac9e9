"""What a ladder needs to choose its matches and to know when it is done."""
