"""Talks, texts and sentences of `../../labelled` as windows: token ids of some turns, and where each piece stands among them."""

import json
import random
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "../../labelled"
TIERS = ["semantic", "episodic", "short_term"]
OWNERS = ["self", "other", "assistant"]
FURTHER = {"S": "semantic", "E": "episodic", "T": "short_term", "X": "either"}
FLAGS = ["asks", "unmeant", "steers", "corrects"]
LONGEST_PIECE, LONGEST_LEAD, WINDOW, BEFORE = 96, 32, 224, 64  # tokens
LONGEST_WINDOW = WINDOW + LONGEST_PIECE + LONGEST_LEAD + 2
LEAD = 60  # characters
UNMEANT = ("hypothetical", "joke", "quoted", "roleplay", "sample", "to_translate", "to_rewrite", "translate", "translate_text", "rewrite", "rewrite_text")
MEASURES = "F"  # whose sentences measure, and train nothing; nor do those of others in the same domains
STATED = 1500  # memories of claims that are learned as facts
ROWS, IN_ROW = 600, 4  # so often some of one situation stand one after the other in a talk, and so many at most


@dataclass
class Window:
    ids: list[int]
    pieces: list[tuple[int, int, dict]]  # first token, one after the last, labels
    author: str
    language: str


def labels_of(piece: dict, flags: bool = True) -> dict:
    """What is to be said of a piece; None where its labels do not tell, or where it has none."""
    flags = flags and "label" in piece
    # What is not meant as said would tell something if it were: only whether it is meant is learned of it.
    kept = None if piece.get("unmeant") else {"keep": 1, "noise": 0}.get(piece.get("label"))
    tier, owner = piece.get("tier"), piece.get("whose")
    return {
        "keep": kept,
        "told": piece.get("label"),
        "length": len(piece["text"].encode()),
        "tier": None if tier is None else TIERS.index(tier),
        "tier_agreed": agreed_tier(piece),
        "importance": piece.get("importance"),
        "whose": OWNERS.index(owner) if owner in OWNERS else None,
        **{name: int(piece[name]) if name in piece else 0 if flags else None for name in FLAGS},
    }


def agreed_tier(piece: dict) -> int | None:
    """The tier that two hands gave it, neither of whom knew the other's; None where they differ, or where it could go either way."""
    given = set(piece.get("tiers", []))
    return TIERS.index(*given) if len(given) == 1 and given != {"either"} else None


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf8").splitlines()]


def beside(talk: dict, letters: str) -> dict:
    """The talk, with the tier of a further hand beside that of each piece: a letter for each piece that has one."""
    further = iter(letters)

    def told(piece: dict) -> dict:
        return {**piece, "tiers": [piece["tier"], FURTHER[next(further)]]} if piece.get("tier") else piece

    return {**talk, "turns": [{**turn, "pieces": [told(piece) for piece in turn["pieces"]]} for turn in talk["turns"]]}


def read_talks() -> list[tuple[str, dict]]:
    """Each talk with its author, who is one within a file."""
    letters = {one["file"]: one["tiers"] for one in lines_of(FOLDER / "judged-tiers.jsonl")}
    found = []
    for path in sorted((FOLDER / "judged").glob("*.jsonl")):
        talks = lines_of(path)
        given = letters.get(path.stem)
        if given:
            talks = [beside(talk, own) for talk, own in zip(talks, given, strict=True)]
        found += [(f"{path.stem}/{talk['by']}", talk) for talk in talks]
    return found


def talk_of(one: dict) -> dict:
    """A sentence as a talk of one piece, with what was said before."""
    piece = {**one, "steers": bool(one.get("steer"))}
    if one.get("kind") == "question":
        piece["asks"] = True
    if one["label"] == "keep" or one.get("kind") in UNMEANT:
        piece["unmeant"] = one["label"] == "noise"
    said = {"role": one.get("role") or ("user" if one["source"] == "chat" else None), "heading": one.get("heading"), "pieces": [piece]}
    before = [{"pieces": [{"text": one["before"], "label": "either"}]}] if one.get("before") else []
    return {"turns": [*before, said], "sentence": True}


def read_sentences() -> list[tuple[str, dict]]:
    """The sentences that teach."""
    sentences = [one for path in sorted((FOLDER / "sentences").glob("[a-z].jsonl")) for one in lines_of(path)]
    domains = {one["topic"] for one in sentences if one.get("author") == MEASURES}
    teaching = [one for one in sentences if one.get("author") != MEASURES and one.get("topic") not in domains]
    return [(f"sentences/{one.get('author')}", talk_of(one)) for one in teaching]


def read_apart() -> dict[str, list[dict]]:
    """The sentences that only measure."""
    files = {"plain sentences of author F": "f", "plain sentences in eleven other languages": "languages"}
    return {name: [talk_of(one) for one in lines_of(FOLDER / f"sentences/{file}.jsonl")] for name, file in files.items()}


def read_stated(rng: random.Random) -> list[tuple[str, dict]]:
    """Memories of claims: plain facts."""
    held = json.loads((FOLDER / "held.json").read_text())
    found = []
    for path in sorted((FOLDER / "claims").glob("cases-*.jsonl")):
        author = path.stem.removeprefix("cases-").upper()
        if author in held["claimsOnly"]:
            continue
        for case in lines_of(path):
            for text in case["memories"]:
                said = {"role": "user", "pieces": [{"text": text, "label": "keep", "steers": False}]}
                found.append((f"claims/{author}", {"turns": [said], "sentence": True, "stated": True}))
    return rng.sample(found, STATED)


def read_rows(rng: random.Random) -> list[tuple[str, dict]]:
    """Memories of one situation, told one after the other: none of them puts right what was said before."""
    held = json.loads((FOLDER / "held.json").read_text())
    found = []
    for path in sorted((FOLDER / "claims").glob("cases-*.jsonl")):
        author = path.stem.removeprefix("cases-").upper()
        for case in lines_of(path) if author not in held["claimsOnly"] else []:
            texts = rng.sample(case["memories"], min(IN_ROW, len(case["memories"])))
            pieces = [{"text": text, "label": "keep", "steers": False, "corrects": False} for text in texts]
            turns = [{"role": "user", "pieces": [piece]} for piece in pieces]
            found.append((f"claims/{author}", {"turns": turns, "sentence": True}))
    return rng.sample(found, min(ROWS, len(found)))


def leads_of(turn: dict) -> list[str]:
    """What stands before each piece and belongs to none: who says it, where a turn begins, and words such as "please remember that"."""
    who = turn.get("heading") or turn.get("name") or turn.get("role")
    text, end, found = turn.get("text", ""), 0, []
    for place, piece in enumerate(turn["pieces"]):
        at = text.find(piece["text"], end)
        between = text[max(end, at - LEAD) : at] if at >= 0 else ""
        end = at + len(piece["text"]) if at >= 0 else end
        label = f"{who}: " if who and place == 0 else ""
        found.append(label + between.rpartition("\n")[2].strip())
    return found


def segments_of(talk: dict, tokens) -> list[tuple[list[int], list[int], dict]]:
    """Of each piece the ids of what stands before it, its own ids, and its labels."""
    said = []
    knows_flags = "sentence" not in talk and talk.get("by") not in ("Q", "R")
    for turn in talk["turns"]:
        for piece, lead in zip(turn["pieces"], leads_of(turn)):
            said.append((lead, piece["text"], {**labels_of(piece, knows_flags), "role": turn.get("role")}))
    ids = tokens([text for before, words, _ in said for text in (before or " ", words)])
    return [
        (ids[2 * at][:LONGEST_LEAD] if lead else [], ids[2 * at + 1][:LONGEST_PIECE], labels)
        for at, (lead, _, labels) in enumerate(said)
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
