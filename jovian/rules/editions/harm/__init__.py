"""States and damage as older texts have them (v1.2.1 Damage, v1.2.3 States)."""
