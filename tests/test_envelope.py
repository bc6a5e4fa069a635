import contextlib
import math
import random
import time
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import codec, envelope, keys, qr
from generator.codec import CodecError, Vocabulary
from tests.papers import KNOWN, RECORD, SECRET, UNLOCK, VOCABULARY

SEALED = envelope.seal(RECORD, SECRET, VOCABULARY)
KINDS = {"Damaged", "Truncated", "OtherVersion", "WrongKey", "MissingParts"}

scalars = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=8) | st.binary(max_size=5)
scalars |= st.sampled_from(VOCABULARY.words) | st.floats(allow_nan=False)
plain = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=20)
        | st.dictionaries(st.text(max_size=4) | st.integers(-5, 40), inner, max_size=20)
        | st.lists(inner, max_size=20).map(lambda rows: dict(enumerate(rows, 1)))
    ),
    max_leaves=30,
)


def opened(sealed, unlock=UNLOCK):
    return envelope.open_sealed(sealed, unlock, KNOWN)


def refusal(sealed: bytes) -> str:
    try:
        opened(envelope.gather([sealed]))
    except envelope.SealError as error:
        return type(error).__name__
    return "accepted"


def mutated(data: bytes, rng: random.Random) -> bytes:
    raw = bytearray(data)
    kind = rng.randrange(4)
    if kind == 0:
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    elif kind == 1:
        del raw[rng.randrange(len(raw)) :]
    elif kind == 2:
        raw[rng.randrange(len(raw) + 1) :][:0] = rng.randbytes(rng.randint(1, 6))
        raw.insert(rng.randrange(len(raw) + 1), rng.randrange(256))
    else:
        for _ in range(rng.randint(2, 12)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
    return bytes(raw)


@given(plain)
@settings(max_examples=100)
def test_plain_data_come_back_as_they_were(data):
    for words in (VOCABULARY, codec.PLAIN):
        assert codec.decode(codec.encode(data, words), words) == data


def test_every_character_survives():
    text = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    for start in range(0, len(text), 4096):
        part = text[start : start + 4096]
        assert codec.decode(codec.encode(part)) == part


def test_mappings_keep_their_order_and_their_kind_of_keys():
    data = {2: "b", 1: "a", "1": "c"}
    back = codec.decode(codec.encode(data))
    assert list(back) == [2, 1, "1"] and back == data
    assert codec.decode(codec.encode({1: [], 2: []})) == {1: [], 2: []}
    assert codec.decode(codec.encode([True, 1, 1.0])) == [True, 1, 1.0]


def test_words_beyond_the_first_112_cost_two_bytes():
    words = Vocabulary(9, tuple(f"词{i}" for i in range(300)))
    assert [len(codec.encode(f"词{i}", words)) for i in (0, 111, 112, 239)] == [1, 1, 2, 2]
    assert codec.decode(codec.encode([f"词{i}" for i in range(301)], words), words) == [f"词{i}" for i in range(301)]


@pytest.mark.parametrize("data", [{1.5: 2}, {(1,): 2}, {True: 1}, object(), {"a": {1, 2}}, 1 << 300, "\ud800", b"x" * 0 or range(3)])
def test_what_is_not_plain_is_refused(data):
    with pytest.raises(CodecError):
        codec.encode(data)


def test_too_deep_is_refused_both_ways():
    data: list = []
    for _ in range(30):
        data = [data]
    with pytest.raises(CodecError):
        codec.encode(data)
    with pytest.raises(CodecError):
        codec.decode(bytes((codec.LIST + 1,)) * 5000 + b"\xc0")


@given(st.binary(max_size=80))
@settings(max_examples=300)
def test_random_bytes_are_data_or_a_codec_error(raw):
    with contextlib.suppress(CodecError):
        codec.decode(raw, VOCABULARY)


def test_no_length_is_believed_beyond_the_bytes():
    huge = b"\xff\xff\xff\xff\x7f"
    for kind in (codec.LONG_LIST, codec.LONG_MAP, codec.LONG_SEATS, codec.GRID, codec.UTF8, codec.GB, codec.BYTES):
        start = time.perf_counter()
        with pytest.raises(CodecError):
            codec.decode(bytes((kind,)) + huge + huge)
        assert time.perf_counter() - start < 0.05


def test_a_setup_of_seven_without_names_stays_small():
    assert len(SEALED) <= 110
    assert len(qr.encode(SEALED)) <= 49


def test_what_is_sealed_opens_with_its_key_and_brings_the_secret():
    found = opened(SEALED)
    assert found.record == RECORD and found.secret == SECRET
    assert keys.unlock_key(found.secret) == UNLOCK


def test_the_same_pack_seals_to_the_same_bytes_and_another_record_has_another_salt():
    assert envelope.seal(RECORD, SECRET, VOCABULARY) == SEALED
    other = envelope.seal(RECORD | {"players": 8}, SECRET, VOCABULARY)
    assert other[1:13] != SEALED[1:13]


def test_nothing_of_the_record_or_the_secret_shows():
    sealed = envelope.seal(RECORD | {"note": "AAAAAAAAAAAAAAAAAAAA"}, SECRET)
    assert b"AAAA" not in sealed and SECRET not in sealed and "封妖".encode() not in sealed


def test_the_length_tells_little():
    lengths = {len(envelope.seal(RECORD | {"log": [0] * n}, SECRET, VOCABULARY)) for n in range(12)}
    assert len(lengths) <= 2


def test_ten_thousand_mutants_are_all_refused_by_name():
    rng = random.Random(20)
    start = time.process_time()
    mutants = (mutated(SEALED, rng) for _ in range(10_000))
    kinds = {refusal(mutant) for mutant in mutants if mutant != SEALED}
    assert kinds <= KINDS
    assert time.process_time() - start < 4


def test_mutants_with_a_repaired_checksum_fail_in_the_seal_with_one_message():
    rng = random.Random(21)
    said = set()
    for _ in range(500):
        body = mutated(SEALED[:-4], rng)
        if body == SEALED[:-4]:
            continue
        frame = body + zlib.crc32(body).to_bytes(4, "big")
        try:
            opened(envelope.gather([frame]))
        except envelope.SealError as error:
            said.add((type(error).__name__, str(error) if isinstance(error, envelope.WrongKey) else ""))
        else:
            pytest.fail("a mutant was accepted")
    with pytest.raises(envelope.WrongKey) as caught:
        opened(SEALED, keys.unlock_key(bytes(16)))
    assert {name for name, _ in said} <= KINDS
    assert {text for name, text in said if name == "WrongKey"} == {str(caught.value)}


@pytest.mark.parametrize("names", [0, 7])
@pytest.mark.parametrize("entries", [0, 5, 200])
def test_records_of_any_length_come_back_from_their_codes(names, entries):
    record = RECORD | {"log": [{"skill": "验妖", "by": i % 7 + 1, "pick": "①"} for i in range(entries)]}
    if names:
        record["players"] = ["张三", "李四", "王五", "𠮷野家", "Alice", "龘", "🐺"]
    sealed = envelope.seal(record, SECRET, VOCABULARY)
    frames = envelope.split(sealed)
    assert all(len(frame) <= envelope.ROOM for frame in frames)
    shuffled = random.Random(5).sample(frames, len(frames))
    assert opened(envelope.gather(shuffled)).record == record


def test_missing_parts_are_named():
    frames = envelope.split(bytes(900) + b"mark")
    with pytest.raises(envelope.MissingParts, match="缺第 2、4 个") as caught:
        envelope.gather([frames[0], frames[2]])
    assert caught.value.lost == (2, 4) and caught.value.count == 4


@pytest.mark.parametrize(
    "form", [str.lower, lambda k: k.replace("-", ""), lambda k: f"  {k.replace('-', ' ')} ", lambda k: k.replace("-", "—")]
)
def test_a_key_may_be_typed_in_any_fashion(form):
    assert opened(SEALED, form(UNLOCK)).record == RECORD


def test_full_width_signs_are_taken_for_plain_ones():
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in UNLOCK)
    assert keys.normal(wide) == keys.normal(UNLOCK)


@pytest.mark.parametrize("typed", ["", "ABCD", UNLOCK + "A", "O" + UNLOCK[1:], "0" + UNLOCK[1:], "钥" + UNLOCK[1:], "\0" * 16])
def test_what_can_be_no_key_is_refused(typed):
    with pytest.raises(keys.BadKey, match="密钥"):
        keys.normal(typed)


def test_id_key_and_nonce_are_distinct_and_change_with_the_secret():
    assert len(keys.ALPHABET) == 32 and not set("01OI") & set(keys.ALPHABET)
    made = {(keys.pack_id(s), keys.unlock_key(s), keys.commitment_nonce(s)) for s in (bytes(16), SECRET, b"x" * 16)}
    assert len({item for triple in made for item in triple}) == 9
    assert math.log2(32 ** len(keys.normal(UNLOCK))) == 80
    with pytest.raises(ValueError):
        keys.pack_id(b"short")


@given(st.binary(max_size=300))
def test_base_45_gives_back_its_bytes(data):
    text = qr.base45(data)
    assert qr.unbase45(text) == data and set(text) <= set(qr.ALPHABET)


@pytest.mark.parametrize("text", ["A", "AAAA", ":::", "a0", "GGX", "::"])
def test_what_is_no_base_45_is_refused(text):
    with pytest.raises(ValueError):
        qr.unbase45(text)


@pytest.mark.parametrize("size", [0, 1, 40, 67, 68, 95, 110, 150, 202, 250])
def test_a_code_is_large_enough_to_lie_flat_and_corrects_a_quarter(size):
    level, version = qr.choose(len(qr.PREFIX) + qr.signs_of(size))
    rows = qr.encode(random.Random(size).randbytes(size))
    assert version >= 7 and len(rows) == 17 + 4 * version and level in (2, 3)
    assert all(len(row) == len(rows) for row in rows)


@pytest.mark.parametrize("size", [1, 60, 61, 100, 131, 200])
def test_filling_a_code_does_not_enlarge_it(size):
    full = qr.full(size)
    assert full >= size
    assert qr.choose(len(qr.PREFIX) + qr.signs_of(full)) == qr.choose(len(qr.PREFIX) + qr.signs_of(size))


def test_too_much_for_one_code_is_refused():
    with pytest.raises(ValueError):
        qr.encode(b"x" * 4000)
