"""The page of a rehearsal: what is asked, and the answer as it comes in."""
