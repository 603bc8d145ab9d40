"""The bundle: a folder with the program that needs no Python."""
