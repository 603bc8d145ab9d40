"""Every test reads the frozen contents, and nothing of whoever runs it."""

from __future__ import annotations

import os
import tempfile

from tests import frozen

frozen.use()  # before tests are collected: some are made for each card
os.environ["JOVIAN_WARS_HOME"] = os.path.join(tempfile.gettempdir(), "jovian-wars-nobody")
