"""How a bot is reached. Whatever it is, the referee sees a `Player`."""
