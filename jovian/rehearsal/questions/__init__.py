"""What many games are asked: what happens from here, which plan, where it turned, who was lucky, and how surely."""
