"""`python -m jovian`, the same as `python main.py`."""

import sys

from jovian.cli import program

if __name__ == "__main__":
    sys.exit(program())
