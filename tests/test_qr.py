"""QR symbols: module by module what the library makes of the same text."""

from __future__ import annotations

import random

import pytest
from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_L, ERROR_CORRECT_M, ERROR_CORRECT_Q
from qrcode.main import QRCode
from qrcode.util import MODE_ALPHA_NUM, QRData

from generator import qr, symbol


def by_the_library(text: str, version: int, level: int) -> symbol.Matrix:
    code = QRCode(version=version, error_correction=level, mask_pattern=symbol.MASK, border=0)
    code.add_data(QRData(text.encode("ascii"), mode=MODE_ALPHA_NUM, check_data=False))
    code.make(fit=False)
    return tuple(tuple(bool(cell) for cell in row) for row in code.get_matrix())


@pytest.mark.parametrize("version", [1, 6, 7, 9, 10, 14, 26, 27, 40])
@pytest.mark.parametrize("level", [ERROR_CORRECT_L, ERROR_CORRECT_M, ERROR_CORRECT_Q, ERROR_CORRECT_H])
def test_a_symbol_is_what_the_library_makes(version: int, level: int) -> None:
    dice = random.Random(version * 4 + level)
    most = symbol.room(version, level)
    for length in (most, most - 1, dice.randrange(1, most)):
        text = "".join(dice.choice(symbol.ALPHABET) for _ in range(length))
        assert symbol.symbol(text, version, level) == by_the_library(text, version, level)


def test_a_code_is_never_so_small_that_bent_paper_loses_it() -> None:
    assert len(qr.matrix("YZ1:A")) == 4 * qr.LEAST + 17
