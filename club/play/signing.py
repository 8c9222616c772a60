"""Signatures of boards and their verification: Ed25519 (RFC 8032)."""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class Signer:
    """The signing key of a board. ``public_key``: in hexadecimal digits, by which others know its signatures."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public_key = self._key.public_key().public_bytes_raw().hex()

    def sign(self, statement: bytes) -> str:
        """Sign a statement: hexadecimal digits, always the same for the same statement."""
        return self._key.sign(statement).hex()


def is_signed(public_key: str, signature: str, statement: bytes) -> bool:
    """True if the owner of a key signed exactly this statement. Key and signature are hexadecimal digits."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), statement)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public_key: str) -> str:
    """Return the fingerprint by which people compare keys: sixteen digits of a hash, in fours."""
    digits = hashlib.sha256(bytes.fromhex(public_key)).hexdigest()
    return " ".join(digits[first : first + 4] for first in range(0, 16, 4))
