"""Damage tables, Critical Hits and explosions, boarding and capture, and models that leave play."""
