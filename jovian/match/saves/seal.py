"""The seal: the last key of a save, by which a file that was cut short or edited is noticed.

It holds the length in bytes and a checksum of all that stands before it, how many answers and digests there are, and
the digest of the state they lead to. It guards against damage and mistakes, not against whoever writes a new one.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

KEY = "seal"
MARK = b',"seal":'
"""Where the seal of a file begins: inside a text the quotes would be escaped."""
FIELDS = {"answers": int, "digests": int, "state": str, "bytes": int, "sum": str}


def begun(answers: int, digests: int, state: str) -> dict[str, Any]:
    """The part of a seal that does not depend on how the file is written."""
    return {"answers": answers, "digests": digests, "state": state}


def sealed(data: dict[str, Any]) -> str:
    """The data of a save, its seal begun, as the text of a file that ends with the whole of it."""
    return seal_text(data)[0]


def seal_text(data: dict[str, Any]) -> tuple[str, str]:
    """Return the text of the file that `sealed` makes of the data, and its checksum."""
    text = json.dumps({key: value for key, value in data.items() if key != KEY}, separators=(",", ":"))
    body = text.removesuffix("}")
    raw = body.encode()
    checksum = sum_of(raw)
    return f"{body}{_tail({**data[KEY], 'bytes': len(raw), 'sum': checksum})}\n", checksum


def fault(raw: bytes, data: dict[str, Any]) -> str:
    """Why the seal of a file does not fit what stands before it, "" if it does.

    `data` is what the file holds; its seal, if there is one, is `whole`.
    """
    if KEY not in data:
        return "its seal is missing"
    seal = data[KEY]
    held = {"answers": len(data["journal"]), "digests": len(data["digests"])}
    for what, found in held.items():
        if seal[what] != found:
            return f"its seal says {seal[what]} {what}, it holds {found}"
    at = raw.rfind(MARK)
    if seal["bytes"] != at or seal["sum"] != sum_of(raw[:at]) or raw[at:].rstrip() != _tail(seal).encode():
        return "its checksum does not fit"
    return ""


def whole(seal: Any) -> bool:
    """Has the seal of a file its fields, each of its kind?"""
    return (
        isinstance(seal, dict)
        and set(seal) == set(FIELDS)
        and all(type(seal[key]) is kind for key, kind in FIELDS.items())
    )


def _tail(seal: dict[str, Any]) -> str:
    return f',"{KEY}":{json.dumps(seal, separators=(",", ":"))}}}'


def sum_of(raw: bytes) -> str:
    """Return the checksum of bytes in hexadecimal."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()
