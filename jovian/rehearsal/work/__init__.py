"""Who does the work: this process, others of this machine, or a cluster."""
