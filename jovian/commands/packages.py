"""The packages that the game needs: which of them is missing or wrong, and the command that installs it.

This module imports the standard library alone, because any package may be the missing one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = tuple(f"requirements/{name}.txt" for name in ("core", "report", "cluster", "pdf", "film", "env"))
MODULES = {"pygame-ce": "pygame", "pyyaml": "yaml", "pillow": "PIL"}
"""The module of a package, where the two names differ."""
OPTIONAL = (
    "font_manrope", "matplotlib", "jinja2", "markupsafe", "distributed", "weasyprint", "PIL", "imageio_ffmpeg",
    "pettingzoo", "gymnasium", "numpy",
)  # fmt: skip
"""Modules that the window can do without: it has another font, and the others are for reports, clusters, PDF files,
films, and the environment of `jovian/environment.py`.
"""
INSTALL = "python -m pip install"
OLD_PYGAME = (
    "the old pygame is installed in place of pygame-ce: run python -m pip uninstall -y pygame pygame-ce, "
    "then {install} --force-reinstall {package}"
)
_LINE = re.compile(r"\s*([A-Za-z][\w.-]*)\s*(?:>=\s*([\d.]+))?")


@cache
def requirements() -> dict[str, tuple[str, str]]:
    """Return the name and the minimum version of each package, by its module. A package without a minimum has ""."""
    paths = [ROOT / name for name in FILES if (ROOT / name).is_file()]
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    matches = [_LINE.match(line) for line in lines or _installed_requirements()]
    return {module_of(match[1]): (match[1], match[2] or "") for match in matches if match}


def _installed_requirements() -> list[str]:
    """Return the requirements of the installed game, for a copy without requirements.txt."""
    try:
        return metadata.requires("jovian-wars") or []
    except metadata.PackageNotFoundError:
        return []


def module_of(package: str) -> str:
    """Return the name of the module that a package installs."""
    name = package.lower()
    return MODULES.get(name, name.replace("-", "_"))


def describe_import_error(error: ImportError) -> str:
    """Describe a failed import of a package in one line with the command that helps, "" if no package is to blame."""
    needed, name, importer = requirements(), (error.name or "").partition(".")[0], _importer(error)
    if name == "jovian" or name in sys.stdlib_module_names:
        return ""
    if name in needed:
        return _missing(name) if _is_missing(name) else _wrong_version(name) or _damaged(name, error.msg)
    if importer in needed:
        package, minimum = needed[importer]
        if not name or not isinstance(error, ModuleNotFoundError):
            return _wrong_version(importer) or _damaged(importer, error.msg)
        return f"the package {package} needs {name}, which is missing: {INSTALL} {_quote(package, minimum)}"
    return ""


def _importer(error: ImportError) -> str:
    """Return the package that our code imported when an import in it failed, "" if our own code failed."""
    modules, trace = [""], error.__traceback__
    while trace is not None:
        modules.append(str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0])
        trace = trace.tb_next
    last = max(index for index, name in enumerate(modules) if name in ("", "jovian"))
    return next((name for name in modules[last + 1 :] if name != "importlib"), "")


def find_wrong_requirement() -> str:
    """Describe the first package of all that the window needs that is missing or wrong, "" if all are right."""
    return _find_wrong(module for module in requirements() if module not in OPTIONAL)


def find_wrong_import() -> str:
    """Describe the first package that has been imported and is wrong, "" if all are right."""
    return _find_wrong(module for module in requirements() if sys.modules.get(module) is not None)


def _find_wrong(modules: Iterable[str]) -> str:
    troubles = (_missing(module) if _is_missing(module) else _wrong_version(module) for module in modules)
    return next((trouble for trouble in troubles if trouble), "")


def _is_missing(module: str) -> bool:
    if module in sys.modules:
        return sys.modules[module] is None
    try:
        return find_spec(module) is None
    except ImportError:
        return True


def _missing(module: str) -> str:
    package, minimum = requirements()[module]
    return f"the package {package} is missing: {INSTALL} {_quote(package, minimum)}"


def _wrong_version(module: str) -> str:
    """Describe a package that is too old, or another package than pygame-ce. Return "" if the version is right."""
    package, minimum = requirements()[module]
    pygame = sys.modules.get(module) if module == "pygame" else None
    if pygame is not None and not getattr(pygame, "IS_CE", False):
        return OLD_PYGAME.format(install=INSTALL, package=_quote(package, minimum))
    try:
        version = metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
    if _numbers(version) >= _numbers(minimum):
        return ""
    return f"the package {package} {version} is too old: {INSTALL} {_quote(package, minimum)}"


def _damaged(module: str, cause: str) -> str:
    package, minimum = requirements()[module]
    return f"the package {package} is damaged ({cause}): {INSTALL} --force-reinstall {_quote(package, minimum)}"


def _quote(package: str, minimum: str) -> str:
    return f'"{package}>={minimum}"' if minimum else package


def _numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version."""
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:3])
