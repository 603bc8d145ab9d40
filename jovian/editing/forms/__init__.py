"""What a form shows of a draft: rows made of the schemas of the file, so that a new key has its row by itself."""
