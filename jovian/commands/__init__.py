"""The commands, one file each. `app` says how they are spelled, the others do the work and return an exit status."""
