"""Labelled pairs and claims as rows: ids, which head, which class, and the line they were made of."""

import json
import random
import re
from pathlib import Path

from tokenizers import Tokenizer

import variants

LABELLED = Path(__file__).parent.parent / "labelled"
HELD = json.loads((LABELLED / "held.json").read_text())
UPDATES, CLAIMS = ["same", "conflict", "different"], ["supported", "refuted", "unknown"]
MOST_TOKENS = 128


def tokenizer(path):
    found = Tokenizer.from_file(path)
    found.no_truncation()
    found.no_padding()
    return found


def lines(pattern):
    for path in sorted(LABELLED.glob(pattern)):
        for line in path.read_text().splitlines():
            yield {"author": "P0", "topic": "first", **json.loads(line)}


def together(encode, first, second):
    """Both texts with one mark between them, where the tokenizer puts two."""
    ids = encode.encode(first, second).ids
    between = ids.index(encode.token_to_id("</s>"))
    return ids[:between] + ids[between + 1 :]


def row(encode, line, **changes):
    told = {**line, **changes}
    is_claim = "claim" in told
    said = f"{told['owner']}: {told['memory']}" if told.get("owner") else told.get("memory")
    first, second = (said, told["claim"]) if is_claim else (told["a"], told["b"])
    ids = together(encode, first, second)
    label = (CLAIMS if is_claim else UPDATES).index(told["want"])
    return ids[:MOST_TOKENS], int(is_claim), label, told


SMALL = set("the a an i we is are was were to of in on at for and my our it this that with has have had be been not no".split())


def words(text):
    return {word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in SMALL}


def overlap(first, second):
    return len(first & second) / max(1, min(len(first), len(second)))


def chances(encode, rows, share, older, newer):
    """What was not written as a pair says nothing of each other: the most alike of one author and topic, or any of them."""
    by_topic = {}
    for *_, line in rows:
        by_topic.setdefault((line["author"], line["topic"]), []).append(line)
    found = []
    for (_, topic), group in by_topic.items():
        for line in group:
            if topic == "first" or random.random() > share:
                continue
            said = words(line[newer])
            others = [
                (len(words(other[older]) & said), random.random(), other[older])
                for other in group
                if overlap(words(other[older]), words(line[older])) < 0.34
                and overlap(words(other[older]), said) < 0.5
            ]
            if others:
                chosen = max(others) if random.random() < 0.6 else random.choice(others)
                label = "unknown" if "claim" in line else "different"
                found.append(row(encode, line, **{older: chosen[2], "want": label}))
    return found


VERDICTS = {"s": "supported", "r": "refuted", "u": "unknown"}
NEAREST = 2
AGAIN = 0.4


def of_cases():
    """Each claim beside the memories that decide about it, and beside the most alike of those that do not: one, or two where none decides."""
    for path in sorted(LABELLED.glob("claims/cases-*.jsonl")):
        author = path.stem.split("-")[1].upper()
        for case in map(json.loads, path.read_text().splitlines()):
            told = {"owner": case["owner"], "topic": case["topic"], "author": author}
            for claim, verdict, deciding, how in case["claims"]:
                line = {**told, "claim": claim, "how": how}
                for place in deciding[:NEAREST]:
                    yield {**line, "memory": case["memories"][place], "want": VERDICTS[verdict]}
                others = [memory for place, memory in enumerate(case["memories"]) if place not in deciding]
                others.sort(key=lambda memory: -len(words(memory) & words(claim)))
                for memory in others[: 1 if deciding else NEAREST]:
                    yield {**line, "memory": memory, "want": "unknown"}
            yield from ({**told, **line} for line in variants.of_case(case))


def others_of(encode, rows, share):
    """Some of the rows again, with numbers in another form on one side, or the owner under another name."""
    found = []
    for *_, line in rows:
        older, newer = ("memory", "claim") if "claim" in line else ("a", "b")
        side = random.choice([older, newer])
        changed = {side: variants.numbers(line[side])}
        if changed[side] == line[side] and line.get("owner"):
            changed = {newer: variants.renamed(line[newer], line["owner"])}
        if any(line[member] != text for member, text in changed.items()) and random.random() < share:
            found.append(row(encode, line, **changed))
    return found


def read(encode):
    """Rows to learn from, and those of which nothing may be learned but how well it goes."""
    pairs = [row(encode, line) for line in lines("pairs/*.jsonl") if line["author"] not in HELD["report"]]
    claims = [row(encode, line) for line in lines("claims/pairs-*.jsonl")]
    cases = [row(encode, line) for line in of_cases()]
    is_held = lambda line: line["author"] in HELD["authors"] or line["topic"] in HELD["claimTopics"] or line["author"] in HELD["claimAuthors"]  # noqa: E731
    held = [found for found in pairs + claims + cases if is_held(found[3])]
    pairs = [found for found in pairs if not is_held(found[3])]
    claims = [found for found in claims if not is_held(found[3])]
    cases = [found for found in cases if not is_held(found[3])]
    again = others_of(encode, pairs, AGAIN), others_of(encode, claims + cases, AGAIN)
    pairs += chances(encode, pairs, 0.56, "a", "b")
    claims += chances(encode, claims, 0.35, "memory", "claim")
    return pairs + again[0], claims + cases + again[1], held
