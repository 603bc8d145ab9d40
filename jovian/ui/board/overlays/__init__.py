"""What may be drawn over the table, and the pills with what that says."""
