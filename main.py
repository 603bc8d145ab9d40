"""Hands the command line to `jovian.cli`, nothing more."""

import sys

from jovian.cli import program

if __name__ == "__main__":
    sys.exit(program())
