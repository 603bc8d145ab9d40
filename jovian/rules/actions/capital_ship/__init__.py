"""Actions of capital ships (v1.2.4 Action > Capital Ship Special Actions), and the one that the trait Tug brings."""
