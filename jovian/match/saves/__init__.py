"""What is kept of a match in files: its save, written safely and read with suspicion, with its branches."""
