"""What was sealed once opens for ever, and what was refused once is refused for the same reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator import envelope, keys
from generator.codec import Vocabulary

FOLDER = Path(__file__).parent / "vectors"
VECTORS = sorted(FOLDER.glob("v*.json"))
WORDS = json.loads((FOLDER / "words.json").read_text(encoding="utf-8"))
KNOWN = {int(number): Vocabulary(int(number), tuple(words)) for number, words in WORDS.items()}


def opened(case: dict[str, Any]) -> Any:
    return envelope.open_sealed(envelope.read(case["texts"]), case["unlock"], KNOWN).record


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_each_vector_gives_its_record_or_its_error(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    if "record" in case:
        assert plain_text(opened(case)) == case["record"]
    else:
        with pytest.raises((envelope.SealError, keys.BadKey)) as caught:
            opened(case)
        assert type(caught.value).__name__ == case["error"]
        assert caught.value.status == 4


def plain_text(data: Any) -> Any:
    """With keys as text, as JSON has them."""
    if isinstance(data, dict):
        return {str(key): plain_text(value) for key, value in data.items()}
    return [plain_text(item) for item in data] if isinstance(data, list) else data


def test_most_vectors_are_refusals_and_every_error_has_one():
    errors = [json.loads(path.read_text(encoding="utf-8")).get("error") for path in VECTORS]
    assert len(errors) >= 70
    assert sum(error is not None for error in errors) >= 0.8 * len(errors)
    named = {"Damaged", "Truncated", "WrongKey", "BadKey", "Foreign", "OtherVersion", "TwoPacks", "MissingParts", "NoCode"}
    assert named <= set(errors)


def test_sealing_the_same_record_again_gives_the_same_bytes():
    case = json.loads((FOLDER / "v1-record.json").read_text(encoding="utf-8"))
    found = envelope.open_sealed(envelope.read(case["texts"]), case["unlock"], KNOWN)
    assert list(envelope.written(envelope.seal(found.record, found.secret, KNOWN[7]))) == case["texts"]
