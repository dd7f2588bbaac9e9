"""Mutation testing: small faults are planted in the rules and the referee, and the tests must notice them."""
