"""The committed fonts: which face has a character, how wide it is, and how a face goes into a PDF.

A face is embedded once, as a Type 0 font with two-byte codes. The code of a character is its code point (a private code
for those beyond the basic plane), so text is written as UTF-16, and what is extracted is what was written.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import assets
from generator import sfnt
from generator.pdf import File, deflate

CHAINS: dict[str, tuple[str, ...]] = {
    "sans": ("sans", "rare"),
    "bold": ("bold", "sans", "rare"),
    "serif": ("serif", "sans", "rare"),
    "brush": ("brush", "serif", "sans", "rare"),
    "rare": ("rare",),
}
NEVER = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
EMOJI = frozenset((*range(0x2614, 0x2616), *range(0x2648, 0x2654), 0x267F, 0x2693, 0x26A1, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26D4))
ZERO_WIDTH = frozenset("\u200b\u2060\ufeff\u3164\u115f\u1160")
FOLDER = Path(assets.__file__).parent / "fonts"


class Unprintable(Exception):
    """Something that can't be put on paper as it is."""

    status = 2


class NoGlyph(Unprintable):
    """No committed font has the character. `where` says whose text it is."""

    def __init__(self, char: str, where: str) -> None:
        self.char, self.where = char, where
        code = f"（U+{ord(char):04X}）"
        if is_hidden(char):
            said = f"有一个看不见的控制符{code}，请去掉"
        elif is_emoji(char):
            said = f"表情符号「{char}」{code}印不出来，请去掉"
        else:
            said = f"字体里没有这个字「{char}」{code}，请换一个字"
        super().__init__(f"{where}：{said}" if where else said)


def is_hidden(char: str) -> bool:
    return unicodedata.category(char) in NEVER or char in ZERO_WIDTH


def is_emoji(char: str) -> bool:
    """Pictures; not the dingbats and signs that are plain type."""
    code = ord(char)
    return 0x1F000 <= code <= 0x1FAFF or code in EMOJI or code in {0xFE0F, 0x200D, 0x20E3}


@cache
def face(name: str) -> sfnt.Face:
    return sfnt.read((FOLDER / f"{name}.ttf").read_bytes())


class Chain(dict[str, tuple[str, float]]):
    """Character to (face that has it, width in em), looked up on first use along a chain of faces."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, char: str) -> tuple[str, float]:
        if unicodedata.category(char) in NEVER:
            raise KeyError(char)
        for name in self.names:
            if char in face(name).glyphs:
                found = self[char] = (name, face(name).width(char) / 1000)
                return found
        raise KeyError(char)


@cache
def chain(name: str) -> Chain:
    return Chain(CHAINS[name])


def tidy(text: str) -> str:
    """Text as it is drawn: composed, tabs as spaces, one kind of newline."""
    return unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")


@dataclass(slots=True)
class Shaped:
    """Text with the face and the width (in em) of each character."""

    text: str = ""
    faces: list[str] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)

    def width(self) -> float:
        return sum(self.widths)

    def runs(self, start: int = 0, end: int | None = None) -> list[tuple[str, str]]:
        """(face, text) of the stretch, one for each change of face."""
        stop = len(self.text) if end is None else end
        found, low = [], start
        for i in range(start + 1, stop):
            if self.faces[i] != self.faces[low]:
                found.append((self.faces[low], self.text[low:i]))
                low = i
        if low < stop:
            found.append((self.faces[low], self.text[low:stop]))
        return found


def shape(text: str, name: str = "sans", where: str = "") -> Shaped:
    """The text in a face, character by character from the next face where it lacks one; NoGlyph where none has it."""
    plain = tidy(text)
    known = chain(name)
    try:
        found = [(name, 0.0) if char == "\n" else known[char] for char in plain]
    except KeyError as error:
        raise NoGlyph(error.args[0], where) from None
    return Shaped(plain, [item[0] for item in found], [item[1] for item in found])


def join(parts: Iterable[Shaped]) -> Shaped:
    whole = Shaped()
    for part in parts:
        whole.text += part.text
        whole.faces += part.faces
        whole.widths += part.widths
    return whole


def missing(text: str, name: str = "sans", alone: bool = False) -> str:
    """The characters of a text that a face and those behind it (`alone`: the face itself) lack, each once."""
    lost = dict.fromkeys(char for char in tidy(text) if char != "\n")
    if alone:
        return "".join(char for char in lost if char not in face(name).glyphs)
    return "".join(char for char in lost if not printable(char, name))


def printable(char: str, name: str) -> bool:
    try:
        return bool(chain(name)[char])
    except KeyError:
        return False


def label(name: str) -> str:
    """A face's name on a page."""
    return f"Y{name}"


def codes(name: str, text: str) -> str:
    """Text in one face as a PDF hex string."""
    if max(text) <= "\uffff":
        return f"<{text.encode('utf-16-be').hex()}>"
    return "<" + "".join(f"{cid(name, char):04x}" for char in text) + ">"


@dataclass(slots=True)
class Embedded:
    """A face in one document: collects what is used, then writes the font objects."""

    name: str
    used: set[str] = field(default_factory=set)

    def put(self, file: File) -> int:
        """Put the font and its parts into a file, and get its number."""
        this, base = face(self.name), f"{tag(self.name)}+{self.name.title()}"
        made = parts(self.name, "".join(sorted(self.used)))
        program = file.stream(made.program, f"/Length1 {made.length}")
        about = (
            f"<</Type/FontDescriptor/FontName/{base}/Flags 4/FontBBox[{' '.join(map(str, this.box))}]/ItalicAngle 0"
            f"/Ascent {this.ascent}/Descent {this.descent}/CapHeight 733/StemV 80/FontFile2 {program} 0 R>>"
        )
        descriptor = file.add(about)
        glyphs, unicode = file.stream(made.glyphs), file.stream(made.unicode)
        descendant = file.add(
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{base}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/DW 1000/W[{made.widths}]/CIDToGIDMap {glyphs} 0 R/FontDescriptor {descriptor} 0 R>>"
        )
        return file.add(
            f"<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/Identity-H/DescendantFonts[{descendant} 0 R]/ToUnicode {unicode} 0 R>>"
        )


@dataclass(frozen=True, slots=True)
class Parts:
    """What a file carries of a face: program (`length` bytes before it was deflated), code to glyph, code to character, widths."""

    program: bytes
    length: int
    glyphs: bytes
    unicode: bytes
    widths: str


@lru_cache(32)
def parts(name: str, used: str) -> Parts:
    """The parts of a face for these characters. A club night's packs share them."""
    chars = sorted(used, key=lambda char: cid(name, char))
    program = face(name).subset(kept(name, chars))
    return Parts(
        deflate(program), len(program), deflate(places(name, chars)), deflate(to_unicode(name, chars)), " ".join(widths(name, chars))
    )


@cache
def beyond(name: str) -> dict[str, int]:
    """Private codes, in the surrogate range, of a face's characters beyond the basic plane."""
    high = sorted(char for char in face(name).glyphs if char > "\uffff")
    return {char: 0xD800 + i for i, char in enumerate(high)}


def cid(name: str, char: str) -> int:
    return ord(char) if char <= "\uffff" else beyond(name)[char]


def tag(name: str) -> str:
    """Six letters before the name of a subset, the same for the same face."""
    return "".join(chr(65 + digit % 26) for digit in zlib.crc32(name.encode()).to_bytes(4, "big") + b"YZ")


def widths(name: str, chars: list[str]) -> Iterable[str]:
    for char in chars:
        width = face(name).width(char)
        if width != 1000:
            yield f"{cid(name, char)}[{width}]"


def places(name: str, chars: list[str]) -> bytes:
    """Code to glyph of the subset, two bytes each."""
    table = bytearray(2 * (cid(name, chars[-1]) + 1))
    rank = {glyph: i + 1 for i, glyph in enumerate(kept(name, chars))}
    for char in chars:
        code = cid(name, char)
        table[2 * code : 2 * code + 2] = rank[face(name).glyphs[char]].to_bytes(2, "big")
    return bytes(table)


def kept(name: str, chars: list[str]) -> list[int]:
    return sorted({face(name).glyphs[char] for char in chars})


def to_unicode(name: str, chars: list[str]) -> bytes:
    """Code to character: a range for each row of 256 that is used, and one line for each character beyond the plane."""
    rows = sorted({ord(char) >> 8 for char in chars if char <= "\uffff"})
    ranges = [f"<{row:02x}00> <{row:02x}ff> <{row:02x}00>" for row in rows]
    singles = [f"<{cid(name, char):04x}> <{char.encode('utf-16-be').hex()}>" for char in chars if char > "\uffff"]
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <ffff> endcodespacerange",
        *blocks("bfrange", ranges),
        *blocks("bfchar", singles),
        "endcmap CMapName currentdict /CMap defineresource pop end end",
    ]
    return "\n".join(lines).encode("ascii")


def blocks(kind: str, lines: list[str]) -> Iterable[str]:
    for i in range(0, len(lines), 100):
        part = lines[i : i + 100]
        yield "\n".join([f"{len(part)} begin{kind}", *part, f"end{kind}"])
