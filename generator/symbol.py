"""A QR symbol put together: where its modules lie and its tables come from the library; the bits are reckoned here, since a club night
prints thousands. Equal to what the library makes, module by module.
"""

from __future__ import annotations

from functools import cache

MASK = 3  # sealed bytes look random, so no mask is better than another, and a search takes four times as long
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
VALUES = {sign: i for i, sign in enumerate(ALPHABET)}
PADS = b"\xec\x11"

Matrix = tuple[tuple[bool, ...], ...]


def symbol(text: str, version: int, level: int) -> Matrix:
    """The modules of alphanumeric text, dark is true, row by row, without a quiet zone."""
    size, empty, places = _template(version, level)
    cells = bytearray(empty)
    data = codewords(text, version, level)
    bits = f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"
    for place, bit in zip(places, bits, strict=False):
        if bit == "1":
            cells[place] ^= 1
    return tuple(tuple(map(bool, cells[i : i + size])) for i in range(0, size * size, size))


@cache
def _template(version: int, level: int) -> tuple[int, bytes, tuple[int, ...]]:
    """Side; the symbol of no bits, masked; the places of the bits in their order: upwards and downwards in columns of two."""
    from qrcode.main import QRCode

    drawn = []
    for data in ([], [255] * _total(version, level)):
        code = QRCode(version=version, error_correction=level, mask_pattern=MASK, border=0)
        code.data_cache = data
        code.makeImpl(False, MASK)
        drawn.append(bytes(bool(cell) for row in code.modules for cell in row))
    size = 4 * version + 17
    places = []
    for turn, right in enumerate([*range(size - 1, 6, -2), *range(5, 0, -2)]):  # the column of the timing pattern is left out
        for row in range(size) if turn % 2 else reversed(range(size)):
            places += [row * size + right, row * size + right - 1]
    return size, drawn[0], tuple(place for place in places if drawn[0][place] != drawn[1][place])


def codewords(text: str, version: int, level: int) -> bytes:
    """Data and correction, block by block in turns."""
    from qrcode.base import rs_blocks

    sizes = rs_blocks(version, level)
    data = _data(text, version, sum(block.data_count for block in sizes))
    blocks, checks, at = [], [], 0
    for block in sizes:
        piece = data[at : at + block.data_count]
        at += block.data_count
        blocks.append(piece)
        checks.append(correction(piece, block.total_count - block.data_count))
    return _in_turns(blocks) + _in_turns(checks)


def _data(text: str, version: int, room: int) -> bytes:
    """The text's bits, filled up to `room` bytes."""
    parts = ["0010", f"{len(text):0{counter(version)}b}"]
    for i in range(0, len(text) - 1, 2):
        parts.append(f"{45 * VALUES[text[i]] + VALUES[text[i + 1]]:011b}")
    if len(text) % 2:
        parts.append(f"{VALUES[text[-1]]:06b}")
    bits = "".join(parts)
    bits += "0" * min(4, 8 * room - len(bits))
    bits += "0" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return data + (PADS * room)[: room - len(data)]


def _in_turns(blocks: list[bytes]) -> bytes:
    """The first byte of each block, the second of each, and so on; some blocks are a byte shorter."""
    return bytes(block[i] for i in range(max(map(len, blocks))) for block in blocks if i < len(block))


def correction(data: bytes, count: int) -> bytes:
    """The Reed-Solomon bytes of a block: the rest of its division by the generator, a byte at a time."""
    steps, top, low = _steps(count), 8 * (count - 1), (1 << 8 * (count - 1)) - 1
    rest = 0
    for byte in data:
        rest = (rest & low) << 8 ^ steps[byte ^ rest >> top]
    return rest.to_bytes(count, "big")


@cache
def _steps(count: int) -> tuple[int, ...]:
    """Of each byte that leaves the division at the top: the generator of so many bytes times it, as one number."""
    from qrcode.base import EXP_TABLE, LOG_TABLE

    generator = [1]
    for i in range(count):
        raised = [0, *(EXP_TABLE[(LOG_TABLE[g] + i) % 255] if g else 0 for g in generator)]
        generator = [a ^ b for a, b in zip([*generator, 0], raised, strict=True)]
    logs = [LOG_TABLE[g] for g in generator[1:]]
    products = (bytes(EXP_TABLE[(LOG_TABLE[byte] + log) % 255] for log in logs) for byte in range(1, 256))
    return (0, *(int.from_bytes(product, "big") for product in products))


def counter(version: int) -> int:
    """Bits of the length of an alphanumeric text."""
    return 9 if version < 10 else 11 if version < 27 else 13


@cache
def room(version: int, level: int) -> int:
    """How many alphanumeric signs a symbol holds."""
    from qrcode.base import rs_blocks

    total: int = sum(block.data_count for block in rs_blocks(version, level))
    pairs, rest = divmod(8 * total - 4 - counter(version), 11)
    return 2 * pairs + (1 if rest >= 6 else 0)


def _total(version: int, level: int) -> int:
    from qrcode.base import rs_blocks

    total: int = sum(block.total_count for block in rs_blocks(version, level))
    return total
