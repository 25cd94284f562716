"""The serial frames between probe and logger, as section 4 of TW-7 defines them."""

import io
from dataclasses import dataclass
from enum import IntEnum
from typing import BinaryIO

SYNC = 0x7E
MAX_PAYLOAD = 64


class FrameType(IntEnum):
    """The types of frames, from Table 2 of TW-7."""

    READING = 0x01
    STATUS = 0x02
    IDENT = 0x03
    POLL = 0x10
    SET_CLOCK = 0x11
    NAK = 0x7F


class FrameError(ValueError):
    """A frame could not be read.

    Attributes:
        code: one of ``"NOISE"``, ``"LENGTH"``, ``"CHECKSUM"`` and ``"TIMEOUT"``.
    """

    def __init__(self, code: str, message: str):
        super().__init__(f"{code}: {message}")
        self.code = code


@dataclass(frozen=True)
class Frame:
    """One frame without its sync byte and checksum."""

    type: FrameType
    payload: bytes = b""

    @property
    def size(self) -> int:
        """The number of bytes on the cable: the payload and five more."""
        return len(self.payload) + 5


def crc16(data: bytes, *, initial: int = 0xFFFF) -> int:
    """Return the 16-bit checksum of data, with the polynomial 0x1021.

    Pass the result of an earlier call as ``initial`` to continue over several pieces.

    Examples:
        >>> hex(crc16(b"123456789"))
        '0x29b1'
    """
    crc = initial
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
            crc &= 0xFFFF
    return crc


def encode_frame(frame_type: FrameType, payload: bytes = b"") -> bytes:
    """Return the bytes of a frame, ready for the cable.

    Raises:
        FrameError: with code ``LENGTH`` if the payload is longer than MAX_PAYLOAD.

    Examples:
        >>> encode_frame(FrameType.POLL).hex()
        '7e00100f3e'
    """
    if len(payload) > MAX_PAYLOAD:
        raise FrameError("LENGTH", f"{len(payload)} bytes of payload, at most {MAX_PAYLOAD} allowed")
    body = bytes([len(payload), frame_type]) + payload
    return bytes([SYNC]) + body + crc16(body).to_bytes(2, "big")


def decode_frame(data: bytes) -> Frame:
    """Return the frame that data begins with. Bytes after the frame are ignored."""
    return read_frame(io.BytesIO(data), max_skip=0)


def read_frame(stream: BinaryIO, *, max_skip: int = 128) -> Frame:
    """Read one frame from a stream, discarding noise before it: Algorithm 1 of TW-7.

    Args:
        stream: where the bytes come from; an empty read counts as a timeout.
        max_skip: how many bytes may be discarded before the sync byte.

    Raises:
        FrameError: with the code that the standard gives to the fault.
    """
    skipped = 0
    while _read(stream, 1)[0] != SYNC:
        skipped += 1
        if skipped > max_skip:
            raise FrameError("NOISE", f"no sync byte within {skipped} bytes")
    length = _read(stream, 1)[0]
    if length > MAX_PAYLOAD:
        raise FrameError("LENGTH", f"{length} bytes announced, at most {MAX_PAYLOAD} allowed")
    body = bytes([length]) + _read(stream, 1 + length)
    if crc16(body) != int.from_bytes(_read(stream, 2), "big"):
        raise FrameError("CHECKSUM", "the frame was damaged on the cable")
    return Frame(FrameType(body[1]), body[2:])


def _read(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise FrameError("TIMEOUT", f"{count - len(data)} bytes are missing")
    return data
