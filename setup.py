"""Builds the package; with JOVIAN_WARS_COMPILED=1 the modules in which games spend their time are compiled (mypyc).

    JOVIAN_WARS_COMPILED=1 python -m pip install --no-build-isolation --no-deps .

Plain Python is the source and what is run from this folder; the same games come of both, to the digest
(`tests/test_compiled.py`). It takes a C compiler and what `requirements-dev.txt` lists. JOVIAN_WARS_OPTIMIZED=0 takes
two thirds of the time and gains less, for those who only ask whether the games are the same.
"""

import os
from tempfile import TemporaryDirectory

from setuptools import find_packages, setup

MODULES = {
    "dice": "distributions pool stream",
    "table": "arcs measure minkowski paths polygons",
    "game": "model state",
    "rules": "basics/nearby damage/expected_damage rulebook/active_effects",
    "rules/placement": "legal_places move_ends move_limits",
    "rules/shots": "formula ratings shot",
    "players/evaluation": "fights gunnery places threats",
}
COMPILED = tuple(f"jovian/{folder}/{module}.py" for folder, modules in MODULES.items() for module in modules.split())
"""The modules in which games spend most time."""


def extensions(folder: str) -> list[object]:
    """Return the modules to compile: all with `JOVIAN_WARS_COMPILED=1`, or one folder or module (`table/polygons`).

    Their C code is written to `folder`.
    """
    asked = os.environ.get("JOVIAN_WARS_COMPILED", "")
    if not asked:
        return []
    from mypyc.build import mypycify

    modules = [path for path in COMPILED if asked == "1" or path.startswith((f"jovian/{asked}/", f"jovian/{asked}."))]
    line = ["--config-file", "pyproject.toml", *modules]
    level = os.environ.get("JOVIAN_WARS_OPTIMIZED", "2")
    found: list[object] = mypycify(line, group_name="jovian_wars", target_dir=folder, opt_level=level, debug_level="0")
    return found


CONTENTS = {
    "jovian.contents." + folder.replace(os.sep, "."): folder
    for top in ("assets", "requirements", "scenarios")
    for folder, _, files in os.walk(top)
    if files
}
"""What comes with the game lies in an installed package: where, and where here."""

os.makedirs("build", exist_ok=True)
with TemporaryDirectory(dir="build") as code:
    setup(
        packages=[*find_packages(include=["jovian", "jovian.*"]), *CONTENTS],
        package_dir=CONTENTS,
        package_data={"": ["*.yaml", "*.json", "*.html", "*.txt", "*.wav", "py.typed"]},
        ext_modules=extensions(os.path.relpath(code)),
    )
