"""A server for hubs: SignalR over a WebSocket on loopback."""
