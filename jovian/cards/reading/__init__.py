"""Where files lie, how they are read, and YAML with its lines; what stands in a file is for the schemas to say."""
