"""Actions of squadrons (v1.2.4 Action > Squadron Special Actions)."""
