"""Invites: where a game is hosted, and the secrets that both computers recognize each other by.

The host proves with its certificate that it is the computer of the invite. The guest proves with the token that it was
invited. Both are made from the host's key, so the same key gives the same invite again.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import secrets
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from jovian.frozen import frozen

PIN_BYTES, TOKEN_BYTES = 16, 10
LETTERS = 42
"""The letters of the secrets in an invite."""
MAX_INVITE = 320
_INVITE = re.compile(r"\[?([0-9A-Za-z._:%-]{1,255}?)\]?:([0-9]{1,5})/([a-z2-7]{42})")
DAYS = 3650


class InviteError(ValueError):
    """A text isn't an invite. `str()` says why."""


@frozen
class Invite:
    """Where a game is hosted, and what both sides recognize each other by. Its text is what players pass on."""

    address: str
    """A host name or an IP address."""
    port: int
    pin: bytes
    """The beginning of the SHA-256 hash of the host's certificate."""
    token: bytes
    """What the guest shows to be let in."""

    def __str__(self) -> str:
        address = f"[{self.address}]" if ":" in self.address else self.address
        return f"{address}:{self.port}/{base64.b32encode(self.pin + self.token).decode().rstrip('=').lower()}"


def parse_invite(text: str) -> Invite:
    """Return the invite of a text, with or without blanks in it. Raises InviteError.

    >>> parse_invite("192.168.0.7:24001/" + 42 * "a").port
    24001
    """
    words = "".join(text.split()).lower()
    if len(words) > MAX_INVITE or (match := _INVITE.fullmatch(words)) is None:
        raise InviteError(f"an invite is an address, a port, and {LETTERS} letters, such as 192.168.0.7:24001/abc…")
    address, port, letters = match[1], int(match[2]), match[3]
    if not 0 < port < 65536:
        raise InviteError("the port of an invite must be 1 to 65535")
    raw = base64.b32decode(letters.upper() + "=" * (-len(letters) % 8))
    return Invite(address, port, raw[:PIN_BYTES], raw[PIN_BYTES:])


class Identity:
    """The key and the certificate of a host, in a file that only its owner can read."""

    def __init__(self, path: Path) -> None:
        """Read the file, or make it. Raises OSError, or ValueError if it isn't such a file."""
        self.path = path
        if not path.exists():
            _write_identity(path)
        text = path.read_text(encoding="ascii", errors="replace")
        try:
            certificate = ssl.PEM_cert_to_DER_cert(text[text.index("-----BEGIN CERTIFICATE") :])
        except ValueError:
            raise ValueError(f"{path}: this isn't the key of a host") from None
        self.pin = hashlib.sha256(certificate).digest()[:PIN_BYTES]
        self.token = hashlib.blake2b(text.encode(), digest_size=TOKEN_BYTES, person=b"jovian invite").digest()

    def invite(self, address: str, port: int) -> Invite:
        """Return the invite to a game at an address."""
        return Invite(address, port, self.pin, self.token)

    def context(self) -> ssl.SSLContext:
        """Return the context of the host's connections."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0  # A guest that reads a ticket waits inside OpenSSL, and what it sends then can be lost.
        context.load_cert_chain(self.path)
        return context


def guest_secret(path: Path) -> bytes:
    """Return the secret of this computer as a guest. The file is made if it doesn't exist. Raises OSError."""
    if not path.exists():
        write_secret(path, secrets.token_bytes(TOKEN_BYTES))
    return path.read_bytes()[: hashlib.blake2b.MAX_KEY_SIZE]


def write_secret(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)


def guest_context() -> ssl.SSLContext:
    """Return the context of a guest's connection. Whose certificate it is must be checked with `is_host`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def is_host(invite: Invite, certificate: bytes) -> bool:
    """Return whether a certificate (DER) belongs to the host of an invite."""
    return hashlib.sha256(certificate).digest()[:PIN_BYTES] == invite.pin


def local_address() -> str:
    """Return the address of this computer in its network, or that of the computer itself without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Nothing is sent: this only chooses the way there.
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _write_identity(path: Path) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Jovian Wars")]), datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS)).sign(key, hashes.SHA256())
    )  # fmt: skip
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    write_secret(path, private + certificate.public_bytes(pem))
