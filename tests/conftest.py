"""Every test reads the frozen contents, and nothing of whoever runs it."""

from __future__ import annotations

import os
import tempfile

from hypothesis import settings

from tests import frozen

frozen.use()  # before tests are collected: some are made for each card
os.environ["JOVIAN_WARS_HOME"] = os.path.join(tempfile.gettempdir(), "jovian-wars-nobody")
settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("house")
