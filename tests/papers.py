"""Pages and records that several tests print, photograph and read."""

from generator import envelope, keys, qr
from generator.codec import Vocabulary
from generator.draw import Page, Pdf, Style, grey
from generator.layout import Box

NOUNS = (
    "game players options setup log hands 化形 关键仙人 骸骨牌 神域 重发 封妖 妖首 妖众 影妖 血俑 魔罗 鬼巫 凶祟 灾厄 枯骨 "
    "树精 仙子 仙童 佛陀 神女 圣贤 星君 妖骸 将骸"
)
WORDS = tuple(NOUNS.split())
VOCABULARY = Vocabulary(200, WORDS)
KNOWN = {VOCABULARY.number: VOCABULARY}
SECRET = b"a pack of sixtee"
UNLOCK = keys.unlock_key(SECRET)
RECORD = {
    "game": "封妖",
    "players": 7,
    "options": {},
    "setup": {
        "hands": {
            1: ["妖首", "妖众"],
            2: ["圣贤", "妖众"],
            3: ["妖众", "仙子"],
            4: ["影妖", "妖首"],
            5: ["血俑", "妖众"],
            6: ["星君", "魔罗"],
            7: ["神女", "枯骨"],
        },
        "化形": ["鬼巫", "灾厄"],
        "关键仙人": "圣贤",
        "骸骨牌": "妖骸",
        "神域": 3,
        "重发": 0,
    },
    "log": [],
}
PROSE = "每个白昼，持有者可以指定一名玩家（若他未被封印），将“祭品”标记放在他面前；此后……他不能被封印，——直至下一个白昼结束。"


def sheet(page: Page, codes: list[qr.Matrix], module: float = 0.58) -> None:
    """A moderator's sheet in small: cards, prose, and each code at its own place."""
    for i in range(6):
        box = Box(12 + 64 * (i % 3), 100 + 60 * (i // 3), 60, 56)
        page.rect(box, 3, stroke=(0.1, 0.1, 0.4), line=0.4)
        page.text(box.x + 30, box.y + 28, "妖魔佛血影树"[i], Style("brush", 64, colour=grey(0.3), align="centre", outline=0.25 * (i % 2)))
        page.block(Box(box.x + 4, box.y + 33, 52, 20), PROSE, Style(size=8), "卡面")
    page.block(Box(60, 15, 90, 70), PROSE * 3, Style(size=10))
    for (x, y), code in zip([(15, 20), (155, 235), (15, 235), (155, 20)], codes, strict=False):
        page.qr(x, y, module * len(code), code)


def printed(sealed: bytes = b"", copies: int = 2) -> bytes:
    pdf = Pdf()
    texts = envelope.written(sealed or envelope.seal(RECORD, SECRET, VOCABULARY))
    sheet(pdf.page(), [qr.matrix(text) for text in texts] * copies)
    return pdf.bytes()
