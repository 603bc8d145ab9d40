"""What a menu may have in hand besides weapons and a move: a model to set down, or a Nuke to burst somewhere."""
