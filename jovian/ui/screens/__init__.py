"""The screens of the window: title, setup, battle, result, replay, saves, settings."""
