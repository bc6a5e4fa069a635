"""QR codes of sealed records: how much goes into one, and that it is not too small for bent paper."""

from __future__ import annotations

import pytest
import zxingcpp
from PIL import Image
from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_Q

from generator import qr


def test_a_code_is_never_so_small_that_bent_paper_loses_it() -> None:
    assert len(qr.matrix("YZ1:A")) == 4 * qr.LEAST + 17


@pytest.mark.parametrize("version", [7, 10, 14, 26, 27, 40])
@pytest.mark.parametrize("level", [ERROR_CORRECT_Q, ERROR_CORRECT_H])
def test_a_code_filled_to_the_last_sign_is_read(version: int, level: int) -> None:
    text = (qr.ALPHABET * 100)[: qr.room(version, level)]
    rows = qr.matrix(text)
    side = len(rows) + 8
    picture = Image.new("L", (side, side), 255)
    picture.putdata(
        [0 if 4 <= x < side - 4 and 4 <= y < side - 4 and rows[y - 4][x - 4] else 255 for y in range(side) for x in range(side)]
    )
    (found,) = zxingcpp.read_barcodes(picture.resize((4 * side, 4 * side), Image.Resampling.NEAREST))
    assert found.text == text
