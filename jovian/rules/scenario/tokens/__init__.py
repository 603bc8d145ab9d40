"""What models carry that scores: how it is found, handed on, lost and counted."""
