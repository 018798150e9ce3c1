"""Talks of `../../labelled/judged` as windows: token ids of some turns, and where each piece stands among them."""

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "../../labelled/judged"
TIERS = ["semantic", "episodic", "short_term"]
OWNERS = ["self", "other", "assistant"]
LONGEST_PIECE, LONGEST_NAME, WINDOW, BEFORE = 96, 32, 224, 64  # tokens


@dataclass
class Window:
    ids: list[int]
    pieces: list[tuple[int, int, dict]]  # first token, one after the last, labels
    author: str
    language: str


def labels_of(piece: dict) -> dict:
    """What is to be said of a piece; None where its labels do not tell."""
    kept = {"keep": 1, "noise": 0}.get(piece["label"])
    tier, owner = piece.get("tier"), piece.get("whose")
    return {
        "keep": kept,
        "tier": None if tier is None else TIERS.index(tier),
        "importance": piece.get("importance"),
        "whose": None if owner is None else OWNERS.index(owner),
        **{name: int(piece.get(name, False)) for name in ("asks", "unmeant", "steers")},
    }


def read_talks() -> list[tuple[str, dict]]:
    """Each talk with its author, who is one within a file."""
    found = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text(encoding="utf8").splitlines():
            talk = json.loads(line)
            found.append((f"{path.stem}/{talk['by']}", talk))
    return found


def segments_of(talk: dict, tokens) -> list[tuple[list[int], list[int], dict]]:
    """Of each piece the ids of who says it, where a turn begins, its own ids, and its labels."""
    said = []
    for turn in talk["turns"]:
        who = turn.get("name") or turn.get("role")
        for place, piece in enumerate(turn["pieces"]):
            said.append((f"{who}: " if who and place == 0 else " ", piece["text"], labels_of(piece)))
    ids = tokens([text for before, words, _ in said for text in (before, words)])
    return [
        (ids[2 * at][:LONGEST_NAME] if before != " " else [], ids[2 * at + 1][:LONGEST_PIECE], labels)
        for at, (before, _, labels) in enumerate(said)
        if ids[2 * at + 1]
    ]


def windows_of(author: str, talk: dict, tokens, first: int, last: int) -> list[Window]:
    """Every piece stands in one window, with what was said before it."""
    segments = segments_of(talk, tokens)
    found, at = [], 0
    while at < len(segments):
        start, size = at, 0
        while start > 0 and size + sum(map(len, segments[start - 1][:2])) <= BEFORE:
            start -= 1
            size += sum(map(len, segments[start][:2]))
        ids = [first] + [each for name, words, _ in segments[start:at] for each in name + words]
        pieces = []
        while at < len(segments) and (not pieces or len(ids) + sum(map(len, segments[at][:2])) < WINDOW):
            name, words, labels = segments[at]
            ids += name
            pieces.append((len(ids), len(ids) + len(words), labels))
            ids += words
            at += 1
        found.append(Window(ids + [last], pieces, author, talk.get("language", "en")))
    return found
