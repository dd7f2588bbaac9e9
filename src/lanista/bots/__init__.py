"""How bots are found, started and asked. Whatever a bot is, the referee sees a `Player`."""
