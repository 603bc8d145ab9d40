"""Actions of capital ships and squadrons alike (v1.2.4 Action > Generic Special Actions)."""
