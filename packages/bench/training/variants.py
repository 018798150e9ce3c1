"""The same rows in other forms, whose labels follow: numbers in words, times of day, other names of the owner, two claims as one, and what a memory says word for word."""

import random
import re

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = ". . twenty thirty forty fifty sixty seventy eighty ninety".split()
IN_WORDS = [*ONES, *(TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "") for number in range(20, 100))]
IN_DIGITS = {word: str(number) for number, word in enumerate(IN_WORDS) if number > 1}

COUNT = re.compile(r"(?<![\w.,:/#€$£-])(\d{1,2})(?= (?!am\b|pm\b|a\.m|p\.m)[a-z])")
WORD = re.compile(r"(?<!-)\b(" + "|".join(sorted(IN_DIGITS, key=len, reverse=True)) + r")\b(?![ -](?:hundred|thousand|million|[a-z]+ty)|-)")
NAMED = set("port room ward version floor route line section page bus number table lane gate platform type".split())
OF_24 = re.compile(r"\b(1[3-9]|2[0-3]):(\d\d)\b")
OF_12 = re.compile(r"\b(\d{1,2})(?::(\d\d))? ?(am|pm|a\.m\.|p\.m\.)(?=[\s,.;]|$)")


def to_12(found):
    minutes = "" if found[2] == "00" else f":{found[2]}"
    return f"{int(found[1]) - 12}{minutes} pm"


def to_24(found):
    hour = int(found[1]) % 12 + (12 if found[3][0] == "p" else 0)
    return f"{hour}:{found[2] or '00'}"


def counted(found):
    """A number after a name is part of the name: "Postgres 13 in May"."""
    before = found.string[: found.start()].split(" ")
    is_name = len(before) > 1 and (before[-2][:1].isupper() or before[-2].lower() in NAMED)
    return found[0] if is_name else IN_WORDS[int(found[1])]


def numbers(text):
    """The text with its numbers and times in another form; the same text where it has none."""
    if OF_24.search(text):
        return OF_24.sub(to_12, text)
    if OF_12.search(text):
        return OF_12.sub(to_24, text)
    if COUNT.search(text):
        return COUNT.sub(counted, text)
    return WORD.sub(lambda found: IN_DIGITS[found[1].lower()], text)


def renamed(claim, owner):
    """Who says "I" under another of their names; the same claim where it does not begin with one."""
    first = owner.split(" ")[0]
    names = ["The user", owner, first]
    said = next((name for name in names if re.match(re.escape(name) + r"\b", claim)), None)
    return claim if said is None else random.choice([name for name in names if name != said]) + claim[len(said) :]


def both(one, other, owner):
    """Two claims as one sentence."""
    start, rest = one.rstrip("."), other.rstrip(".")
    names = ["The user", owner, owner.split(" ")[0]] if owner else []
    for name in sorted(filter(None, names), key=len, reverse=True):
        if start.startswith(f"{name} ") and rest.startswith(f"{name} "):
            return f"{start} and {rest[len(name) + 1 :]}."
    word = rest.split(" ")[0]
    lowered = rest[0].lower() + rest[1:] if word in {"The", "A", "An", "There", "It", "Her", "His", "Their"} else rest
    return f"{start}{random.choice([' and ', ', and ', '; '])}{lowered}."


def of_case(case):
    """What follows from a case: `memory`, `claim`, `want` and `how`."""
    memories, owner = case["memories"], case["owner"]
    told = [claim for claim in case["claims"] if len(claim[0]) < 110 and len(claim[2]) < 2]
    random.shuffle(told)
    for one, other in zip(told[::2], told[1::2]):
        shared = set(one[2]) & set(other[2])
        verdicts = {one[1], other[1]}
        claim = both(one[0], other[0], owner)
        if "r" in verdicts:
            wrong = one if one[1] == "r" else other
            yield {"memory": memories[wrong[2][0]], "claim": claim, "want": "refuted", "how": "one part wrong"}
        elif verdicts == {"s"}:
            if shared:
                yield {"memory": memories[min(shared)], "claim": claim, "want": "supported", "how": "both parts"}
            else:
                yield {"memory": memories[one[2][0]], "claim": claim, "want": "unknown", "how": "one part unknown"}
        elif "s" in verdicts:
            right = one if one[1] == "s" else other
            yield {"memory": memories[right[2][0]], "claim": claim, "want": "unknown", "how": "one part unknown"}
    by_memory = {}
    for claim, verdict, deciding, _ in told:
        if verdict == "s" and deciding:
            by_memory.setdefault(deciding[0], []).append(claim)
    for place, claims in by_memory.items():
        if len(claims) > 1:
            yield {"memory": memories[place], "claim": both(claims[0], claims[1], owner), "want": "supported", "how": "both parts"}
    for memory in random.sample(memories, 2):
        yield {"memory": memory, "claim": numbers(memory), "want": "supported", "how": "the same"}
