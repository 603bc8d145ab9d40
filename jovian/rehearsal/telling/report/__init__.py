"""The report of a rehearsal: one HTML page that needs nothing else. Here alone jinja2 and matplotlib are used."""

import logging

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells of fonts that it looks for, on standard error
