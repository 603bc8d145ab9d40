"""The parts of the scenario editor: what they share, the palette, forms, bars, and what is drawn over the table."""
