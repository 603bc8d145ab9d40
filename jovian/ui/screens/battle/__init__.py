"""The battle screen: it puts session, controllers, panels and animation together."""
