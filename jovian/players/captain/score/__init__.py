"""What the score makes the captain do: whom it must not let get away, whom it had better leave alive."""
