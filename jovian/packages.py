"""The packages that the game needs: which of them is missing or wrong, and the command that installs it.

The files in `requirements/` list them, one file per extra. They also come with an installed game. This module imports
the standard library alone, because any package may be the missing one.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[1]
CONTENTS = Path(__file__).resolve().parent / "contents"
IS_INSTALLED = CONTENTS.is_dir()
"""Whether the game was installed or built into a program. Otherwise it runs from the folder of its source."""
FOLDER = (CONTENTS if IS_INSTALLED else PROJECT) / "requirements"
CORE, EXTRAS = "core", ("report", "cluster", "pdf", "film", "net", "env")
NAME = "jovian-wars"
PROGRAM = NAME if IS_INSTALLED else "python main.py"
"""What starts the game."""
MODULES = {"pygame-ce": "pygame", "pyyaml": "yaml", "pillow": "PIL"}
"""The module of a package, where the two names differ."""
_LINE = re.compile(r"\s*([A-Za-z][\w.-]*)\s*(?:>=\s*([\d.]+))?")


class PackageRequirement(NamedTuple):
    """A package that the game needs."""

    package: str
    minimum: str
    """The minimum version, or ""."""
    extra: str
    """The extra that it belongs to, or `CORE`."""


@cache
def requirements() -> dict[str, PackageRequirement]:
    """Return what each package must be, by its module."""
    needed: dict[str, PackageRequirement] = {}
    for path in filter(Path.is_file, (FOLDER / f"{extra}.txt" for extra in (CORE, *EXTRAS))):
        for match in map(_LINE.match, path.read_text(encoding="utf-8").splitlines()):
            if match:
                needed.setdefault(module_of(match[1]), PackageRequirement(match[1], match[2] or "", path.stem))
    return needed


def module_of(package: str) -> str:
    """Return the name of the module that a package installs."""
    name = package.lower()
    return MODULES.get(name, name.replace("-", "_"))


# --- Errors ---


def describe_missing(extra: str) -> str:
    """Return a sentence about the first missing package of an extra and the command that helps, "" if all are there."""
    modules = [module for module, needed in requirements().items() if needed.extra == extra]
    missing = next((_missing(module, extra) for module in modules if _is_missing(module)), "")
    return f"{missing[:1].upper()}{missing[1:]}"


def describe_import_error(error: ImportError) -> str:
    """Describe a failed import of a package in one line with the command that helps, "" if no package is to blame."""
    needed, name, importer = requirements(), (error.name or "").partition(".")[0], _importer(error)
    if name == "jovian" or name in sys.stdlib_module_names:
        return ""
    blamed = needed.get(importer) or needed.get(name)
    extra = blamed.extra if blamed is not None else CORE
    if name in needed:
        return _missing(name, extra) if _is_missing(name) else _wrong_version(name) or _damaged(name, error.msg)
    if importer in needed:
        if not name or not isinstance(error, ModuleNotFoundError):
            return _wrong_version(importer) or _damaged(importer, error.msg)
        return f"the package {needed[importer].package} needs {name}, which is missing: {install_command(extra)}"
    return ""


def _importer(error: ImportError) -> str:
    """Return the package that our code imported when an import in it failed, "" if our own code failed."""
    modules, trace = [""], error.__traceback__
    while trace is not None:
        modules.append(str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0])
        trace = trace.tb_next
    last = max(index for index, name in enumerate(modules) if name in ("", "jovian"))
    return next((name for name in modules[last + 1 :] if name != "importlib"), "")


def find_wrong_import() -> str:
    """Describe the first package that has been imported and is wrong, "" if all are right."""
    imported = [module for module in requirements() if sys.modules.get(module) is not None]
    return next(filter(None, map(_wrong_version, imported)), "")


def _is_missing(module: str) -> bool:
    if module in sys.modules:
        return sys.modules[module] is None
    try:
        return find_spec(module) is None
    except ImportError:
        return True


def _missing(module: str, extra: str) -> str:
    package = requirements()[module].package
    if extra == CORE:
        return f"the package {package} is missing: {install_command(extra)}"
    return f"the extra {extra} is not installed (the package {package} is missing): {install_command(extra)}"


def _wrong_version(module: str) -> str:
    """Describe a package that is too old, or another package than pygame-ce. Return "" if the version is right."""
    package, minimum, extra = requirements()[module]
    pygame = sys.modules.get(module) if module == "pygame" else None
    if pygame is not None and not getattr(pygame, "IS_CE", False):
        return (
            f"the old pygame is installed in place of pygame-ce: run {_pip('uninstall')} pygame pygame-ce, "
            f"then {install_command(extra)}"
        )
    try:
        version = metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
    if _numbers(version) >= _numbers(minimum):
        return ""
    return f"the package {package} {version} is too old: {install_command(extra)}"


def _damaged(module: str, cause: str) -> str:
    package, minimum, _ = requirements()[module]
    exact = f'"{package}>={minimum}"' if minimum else package
    return f"the package {package} is damaged ({cause}): {_pip('install')} --force-reinstall {exact}"


def _numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version."""
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:3])


# --- What helps ---


def install_command(extra: str) -> str:
    """Return the command that installs the packages of an extra, or of `CORE`, in the way the game was installed."""
    if getattr(sys, "frozen", False):
        return "this program can't add packages. Install the game with Python, as its README says"
    if IS_INSTALLED:
        return _pip("install") + (f" {NAME}" if extra == CORE else f' "{NAME}[{extra}]"')
    path, here = FOLDER / f"{extra}.txt", Path.cwd()
    return f"{_pip('install')} -r {_quote(path.relative_to(here) if path.is_relative_to(here) else path)}"


def _pip(command: str) -> str:
    """Return the beginning of a command of pip, of pipx in its environments, or of uv in those that it made."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file():
        return f"pipx runpip {environment.name} {command}"
    program = Path(sys.executable)
    if _is_made_by_uv(environment):
        return f"uv pip {command} --python {_quote(program)}"
    found = shutil.which("python")
    is_active = found is not None and Path(found).parent == program.parent
    return f"{'python' if is_active else _quote(program)} -m pip {command}"


def _is_made_by_uv(environment: Path) -> bool:
    """Return whether an environment was made by uv, as for its tools. Such environments have no pip."""
    try:
        return re.search(r"^uv\s*=", (environment / "pyvenv.cfg").read_text(encoding="utf-8"), re.MULTILINE) is not None
    except (OSError, ValueError):
        return False


def _quote(path: Path) -> str:
    text = os.fspath(path)
    return f'"{text}"' if " " in text else text
