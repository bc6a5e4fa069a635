import random

import pytest

from generator.commitment import canonical, commit, verify

NONCE = bytes(range(32))
DEAL = {"seed": "a1b2", "roster": ["妖首", "妖首", "仙子"], "options": {"源尊显圣": False}, "stream": "deal/v1"}


def test_a_deal_verifies_against_its_commitment_however_it_was_copied():
    made = commit(**DEAL, nonce=NONCE)
    assert len(made) == 64
    spaced = " ".join(made[i : i + 4] for i in range(0, 64, 4)).upper()
    assert verify(made, **DEAL, nonce=NONCE) and verify(spaced, **DEAL, nonce=NONCE)


def test_the_commitment_of_a_known_deal_never_changes():
    assert commit(**DEAL, nonce=NONCE) == "4db89d876a6372612fdda94940efcd13e63c6414d49d245b19eef4010ae778f5"


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "a1b3"},
        {"roster": ["妖首", "仙子", "妖首"]},
        {"roster": ["妖首", "妖首"]},
        {"options": {"源尊显圣": True}},
        {"options": {}},
        {"stream": "deal/v2"},
        {"nonce": bytes(32)},
    ],
)
def test_any_change_fails(change):
    made = commit(**DEAL, nonce=NONCE)
    assert not verify(made, **({**DEAL, "nonce": NONCE} | change))


def test_a_thousand_changed_deals_all_fail():
    rng = random.Random(3)
    for _ in range(1000):
        nonce = rng.randbytes(32)
        deal = DEAL | {"seed": rng.randbytes(8).hex(), "roster": rng.sample(range(40), 12)}
        made = commit(**deal, nonce=nonce)
        other = list(deal["roster"])
        other[0], other[1] = other[1], other[0]
        assert verify(made, **deal, nonce=nonce)
        assert not verify(made, **(deal | {"roster": other}), nonce=nonce)


def test_no_commitment_without_a_nonce():
    for nonce in (b"", bytes(16), bytes(33)):
        with pytest.raises(ValueError):
            commit(**DEAL, nonce=nonce)


def test_nonsense_for_a_commitment_is_simply_false():
    assert not verify("承诺", **DEAL, nonce=NONCE)


def test_canonical_text_does_not_depend_on_order_or_kind_of_keys():
    assert canonical({2: [1, None], 10: "é"}) == canonical({"10": "é", "2": (1, None)}) == '{"10":"é","2":[1,null]}'
    with pytest.raises(ValueError):
        canonical({1: 0, "1": 0})
    with pytest.raises(TypeError):
        canonical({"a": {1, 2}})
