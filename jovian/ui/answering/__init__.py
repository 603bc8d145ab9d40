"""A controller for each kind of decision: it turns clicks, wheel and keys into an answer."""
