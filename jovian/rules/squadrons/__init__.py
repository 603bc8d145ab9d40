"""What squadrons do besides fighting each other: free moves, hulls, escorts, hangers, drones."""
