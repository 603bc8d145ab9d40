"""Declaring, and what an activation may do next: orders, what is offered, previews, random answers."""
