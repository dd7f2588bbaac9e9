"""The hub of Entelect Challenge 2024: bots that speak SignalR over a WebSocket on loopback."""

PROTOCOL = "sproutopia-2024"
GAME = "sproutopia"
