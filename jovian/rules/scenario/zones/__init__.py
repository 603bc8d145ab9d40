"""Where the sides deploy: strips, corners, about beacons, or as a scenario draws it."""
