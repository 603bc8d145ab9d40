"""A scenario while it is being written: a draft, what may be done to it, what is wrong with it, and its file."""
