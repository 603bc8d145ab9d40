"""The files of the window: settings, saves, player files, and error reports."""
