"""The screens of the window, what every screen is, and where it may lead."""
