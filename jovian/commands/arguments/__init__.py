"""What stands on a command line: a position, the contents to read, what a shell may complete."""
