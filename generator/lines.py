"""Where Chinese lines may break. Arithmetic on characters and widths; knows no font and no page."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

CLOSING = "，。；：！？、）】》」』〉〕”’…—·～％,.;:!?)]}>%"
OPENING = "（【《「『〈〔“‘([{<①②③④⑤⑥⑦⑧⑨⑩⑴⑵⑶⑷⑸⑹※◆◇▶▷"
LETTER = "0-9A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u045f"
WORD = rf"[{LETTER}]+(?:['’._@#&+/:\-][{LETTER}]+)*"
SPACE = "[ \u3000]*"
CLUSTER = re.compile(rf"\n|(?:[{re.escape(OPENING)}]{SPACE})*(?:{WORD}|[^ \u3000\n])(?:{SPACE}[{re.escape(CLOSING)}])*|[ \u3000]+")


def break_lines(text: str, widths: Sequence[float], limit: float) -> list[tuple[int, int]]:
    """Lines of the text as (start, end) indices, each at most `limit` wide, widths being per character.

    No line starts with a closing mark or ends with an opening one, and a Latin word stays whole, unless a single such
    group is wider than a line. Spaces at a break are dropped; a newline always breaks.
    """
    reach = [0.0, *accumulate(widths)]
    lines: list[tuple[int, int]] = []
    start = end = 0
    for low, high in pieces(text, reach, limit):
        if text[low] == "\n":
            lines.append((start, end))
            start = end = high
        elif text[low] in " \u3000" and end == start and lines and not text[low:high].strip(" \u3000"):
            start = end = high  # a space that a break has swallowed
        elif reach[high] - reach[start] > limit and end > start:
            lines.append((start, end))
            blank = not text[low:high].strip(" \u3000")
            start, end = (high, high) if blank else (low, high)
        else:
            end = high
    lines.append((start, end))
    return [(first, first + len(text[first:last].rstrip(" "))) for first, last in lines]


def pieces(text: str, reach: Sequence[float], limit: float) -> Iterator[tuple[int, int]]:
    """What stays together; a group wider than a line is given out by characters."""
    for match in CLUSTER.finditer(text):
        low, high = match.span()
        if reach[high] - reach[low] <= limit:
            yield low, high
        else:
            yield from ((i, i + 1) for i in range(low, high))
