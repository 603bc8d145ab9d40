"""The habits of the ensign of then, a file for each thing it decides."""
