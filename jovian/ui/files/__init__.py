"""What the window keeps on the disk: settings, saves and whose they are, accounts of errors."""
