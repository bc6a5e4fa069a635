"""What a pack looks like before it is printed: a PNG of each page, and all of them on one contact sheet."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.safefile import folder as made_folder
from companion.safefile import write_bytes

DPI = 100
THUMB = 260  # pixels wide
ACROSS = 8
GAP = 12


def write(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """The pictures of all pages of all PDF files -> paths, the contact sheet first."""
    made_folder(folder)
    pages = [(f"{Path(name).stem}-{n:02}", picture) for name, data in files.items() for n, picture in enumerate(rendered(data), 1)]
    paths = [folder / "总览.png", *(folder / f"{name}.png" for name, _ in pages)]
    for path, picture in zip(paths, [sheet([p for _, p in pages]), *(p for _, p in pages)], strict=True):
        raw = io.BytesIO()
        picture.save(raw, "PNG")
        write_bytes(path, raw.getvalue(), force=True)
    return [str(path) for path in paths]


def rendered(data: bytes) -> list[Any]:
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def sheet(pictures: list[Any]) -> Any:
    """All pages small, in reading order."""
    from PIL import Image

    small = [p.resize((THUMB, round(p.height * THUMB / p.width))) for p in pictures]
    tall = max((p.height for p in small), default=1) + GAP
    whole = Image.new("RGB", (min(ACROSS, len(small)) * (THUMB + GAP) + GAP, -(-len(small) // ACROSS) * tall + GAP), (150, 150, 150))
    for i, picture in enumerate(small):
        whole.paste(picture, (GAP + i % ACROSS * (THUMB + GAP), GAP + i // ACROSS * tall))
    return whole
