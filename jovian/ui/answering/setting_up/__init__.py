"""What is answered before the first model comes to the table: terrain laid out, tokens issued."""
