"""
Teaches the judge: python learn.py e5-small-q4.bin lesson.pt [steps [until [FOLDER]]]. The rate falls to nothing over all steps; `until` stops before, and the next
run goes on from lesson.pt, with what is in the folder of labelled texts by then. With FOLDER, where a judge lies as it ships, it begins with what that one
has learned, and at a lower rate. Prints how it goes with authors of whom nothing is learned.
"""

import random
import re
import sys
import zlib
from pathlib import Path

import torch
from sklearn.metrics import roc_auc_score
from torch.nn import functional

from base import load
from judge import LAYERS, Judge
from shipped import shipped
from vocabulary import rows_of, tokenizer_file, tokens_by
from windows import Window, read_rows, read_sentences, read_stated, read_talks, windows_of

SEED, TOKENS, RATE, FURTHER_RATE, WARM = 20261127, 2400, 1e-3, 4e-4, 60
EVERY = 100
HELD = 6  # one author of so many teaches nothing
APART = {"friends-3", "tiers-8"}  # nor does anybody of these files, whose hands wrote nothing that teaches
BRAIN = torch.ops.mkldnn._is_mkldnn_bf16_supported()  # elsewhere numbers of 16 bits are many times slower than those of 32
FORGOTTEN = 0.08  # of the tokens
TYPED = 0.3  # of the talks come in a hurry
LATER = 0.3  # of the talks begin later: a service is often given one message with the one before it
AMONG, SHORT = 0.6, 60  # of the plain facts so many stand among small talk of so many characters
ASKED = 0.3  # of the plain facts so many are asked to be remembered, which is no steering
REQUESTS = (
    "please remember that", "Remember:", "remember this for later.", "Note to self:", "note:", "don't forget,", "Keep in mind that", "for next time:", "make a note:",
    "Put this on record:", "fyi", "save this:", "I want you to know that", "write this down:", "just so you know,", "Store this for me:", "heads up,", "memorise this,",
    "add to what you know about me:", "for the record,", "can you keep this in mind:", "Please log:", "hang on to this for me,", "so that you know for good:",
)  # fmt: skip
WEIGHTS = {"keep": 1.5, "tier": 2.5, "importance": 0.5, "whose": 0.3, "asks": 0.3, "unmeant": 0.3, "steers": 0.7, "corrects": 0.7}
RARE = {"corrects": 8.0}  # of so many pieces so few correct that each counts for several
AGAIN = {
    **dict.fromkeys(("corrections", "slips", "updates", "rows-1", "rows-2", "rows-3", "rows-4"), 3),
    **dict.fromkeys(("friends", "friends-2", "acquaintances", "helped", "nothing-3"), 3),
    **{"projects-3": 2, "tiers-7": 4},
}  # talks of these files come so often, since what they teach stands in no others


def batches_of(windows: list[Window], rng: random.Random) -> list[list[Window]]:
    """Windows of about the same length together, in an order of chance."""
    found: list[list[Window]] = []
    for window in sorted(windows, key=lambda one: len(one.ids) + 16 * rng.random()):
        last = found[-1] if found else None
        if last and (len(last) + 1) * max(len(one.ids) for one in [*last, window]) <= TOKENS:
            last.append(window)
        else:
            found.append([window])
    rng.shuffle(found)
    return found


def tensors_of(batch: list[Window]):
    longest = max(len(one.ids) for one in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    mask = torch.zeros(len(batch), longest)
    for row, one in enumerate(batch):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
        mask[row, : len(one.ids)] = 1
    places = [(row, first, after) for row, one in enumerate(batch) for first, after, _ in one.pieces]
    return ids, mask, places, [labels for one in batch for _, _, labels in one.pieces]


def loss_of(said: dict, labels: list[dict]) -> torch.Tensor:
    total = torch.zeros(())
    for name, weight in WEIGHTS.items():
        known = [at for at, label in enumerate(labels) if label[name] is not None]
        if not known:
            continue
        wanted = torch.tensor([labels[at][name] for at in known])
        if said[name].shape[1] > 1:
            loss = functional.cross_entropy(said[name][known], wanted, reduction="sum")
        elif name == "importance":
            loss = functional.mse_loss(said[name][known, 0], wanted.float(), reduction="sum")
        else:
            rare = torch.tensor(RARE.get(name, 1.0))
            loss = functional.binary_cross_entropy_with_logits(said[name][known, 0], wanted.float(), reduction="sum", pos_weight=rare)
        total = total + weight * loss
    return total / len(labels)


def report(judge: Judge, windows: list[Window]) -> str:
    """The area under the curve of what is said with yes or no, for pieces in English and in other languages."""
    judge.eval()
    rows = []
    with torch.no_grad():
        for batch in batches_of(windows, random.Random(SEED)):
            ids, mask, places, labels = tensors_of(batch)
            said = judge(ids, mask, places)
            english = [one.language == "en" for one in batch for _ in one.pieces]
            for at, label in enumerate(labels):
                rows.append((english[at], label, {name: said[name][at, 0].item() for name in ("keep", "asks", "unmeant", "steers", "corrects")}))
    judge.train()
    parts = []
    for name in ("keep", "asks", "unmeant", "steers", "corrects"):
        for part, is_english in (("English", True), ("others", False)):
            known = [(label[name], scores[name]) for english, label, scores in rows if english == is_english and label[name] is not None]
            if len({label for label, _ in known}) == 2:
                parts.append(f"{name} {part} {roc_auc_score(*zip(*known)):.3f}")
    return "; ".join(parts)


def held_of(talks: list[tuple[str, dict]]) -> set[str]:
    """The authors who tell how it goes and teach nothing: always the same, whatever texts come."""
    return {author for author, _ in talks if author.partition("/")[0] in APART or zlib.crc32(author.encode()) % HELD == 0}


def as_typed(talk: dict, rng: random.Random) -> dict:
    """The talk as somebody in a hurry types it: in lower case, mostly without the signs at the end of a sentence and between its parts."""
    drops = rng.random() < 0.7

    def typed(text: str) -> str:
        return re.sub(r"[.,;:!'’](?=\s|$)", "", text.lower()) or text if drops else text.lower()

    turns = [{**turn, "text": "", "pieces": [{**piece, "text": typed(piece["text"])} for piece in turn["pieces"]]} for turn in talk["turns"]]
    return {**talk, "turns": turns}


def from_later(talk: dict, rng: random.Random) -> dict:
    """The talk from one of its later turns on; of the turn before that nothing is learned, since what it meant hangs on what is gone."""
    start = rng.randrange(len(talk["turns"]))
    if start == 0:
        return talk
    before, *others = talk["turns"][start - 1 :]
    heard = {**before, "pieces": [{"text": piece["text"]} for piece in before["pieces"]]}
    return {**talk, "turns": [heard, *others]}


def small_talk_of(talks: list[tuple[str, dict]]) -> list[dict]:
    """Short pieces in English by which users tell nothing, and mean it."""
    turns = [turn for _, talk in talks if "language" not in talk for turn in talk["turns"] if turn.get("role") == "user"]
    pieces = [piece for turn in turns for piece in turn["pieces"] if len(piece["text"]) <= SHORT]
    return [piece for piece in pieces if piece.get("label") == "noise" and not piece.get("unmeant") and not piece.get("steers")]


def among(talk: dict, small_talk: list[dict], rng: random.Random) -> dict:
    """A plain fact as people tell it: with a greeting, a nod or a request beside it."""
    (turn,) = talk["turns"]
    before, after = (rng.sample(small_talk, rng.choice((0, 1, 1, 2))) for _ in range(2))
    return {**talk, "turns": [{**turn, "pieces": [*before, *turn["pieces"], *after]}]}


def asked(talk: dict, rng: random.Random) -> dict:
    """A plain fact that somebody asks to remember, with the words that ask before it, or as a part of it."""
    (turn,) = talk["turns"]
    (fact,) = turn["pieces"]
    whole = f"{rng.choice(REQUESTS)} {fact['text']}"
    piece = fact if rng.random() < 0.5 else {**fact, "text": whole}
    return {**talk, "turns": [{**turn, "text": whole, "pieces": [piece]}]}


def varied(talk: dict, small_talk: list[dict], rng: random.Random) -> dict:
    begun = from_later(talk, rng) if rng.random() < LATER else talk
    if "stated" in talk and rng.random() < ASKED:
        begun = asked(talk, rng)
    elif "stated" in talk and rng.random() < AMONG:
        begun = among(talk, small_talk, rng)
    return as_typed(begun, rng) if rng.random() < TYPED else begun


def forgotten(ids: torch.Tensor, unknown: int) -> torch.Tensor:
    """Some tokens are not known: what is said must not hang on one word."""
    return torch.where((torch.rand(ids.shape) < FORGOTTEN) & (ids > unknown), unknown, ids)


def cut_to(bert, rows) -> None:
    """Only the pieces that the judge knows, so that its ids are those of its tokenizer."""
    words = bert.embeddings.word_embeddings
    bert.embeddings.word_embeddings = torch.nn.Embedding.from_pretrained(words.weight[rows].clone())


def main(base: str, path: str, steps: int, until: int, start: str | None) -> None:
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    bert, vocabulary = load(base, LAYERS)
    rows = rows_of(vocabulary)
    cut_to(bert, torch.tensor(rows))
    tokens = tokens_by(tokenizer_file(vocabulary, rows))
    talks = read_talks()
    held = held_of(talks)

    def cut(given: list) -> list[Window]:
        return [one for author, talk in given for one in windows_of(author, talk, tokens, vocabulary.first, vocabulary.last)]

    all_talks = talks + read_sentences() + read_stated(rng) + read_rows(rng)
    lessons = [(author, talk) for author, talk in all_talks if author not in held for _ in range(AGAIN.get(author.partition("/")[0], 1))]
    told = cut([(author, talk) for author, talk in talks if author in held])
    small_talk = small_talk_of([(author, talk) for author, talk in talks if author not in held])
    judge = Judge(bert)
    learned = [value for value in judge.parameters() if value.requires_grad]
    rate, done = RATE, 0
    if start:
        judge.begin_with(shipped(Path(start)))
        rate = FURTHER_RATE
    optimiser = torch.optim.AdamW(learned, lr=rate, weight_decay=0.01)
    if Path(path).exists():
        state = torch.load(path)
        judge.load_state_dict(state["lesson"], strict=False)
        optimiser.load_state_dict(state["optimiser"])
        done = state["steps"]
    count = len({author for author, _ in all_talks})
    print(f"seed {SEED}; {len(lessons)} talks and sentences teach, {len(told)} windows of {len(held)} of {count} authors tell; step {done} of {steps}", flush=True)
    batches: list[list[Window]] = []
    for step in range(done, until):
        if not batches:
            batches = batches_of(cut([(author, varied(talk, small_talk, rng)) for author, talk in lessons]), rng)
            print(f"{len(batches)} batches", flush=True)
        ids, mask, places, labels = tensors_of(batches.pop())
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / WARM) * (1 - step / steps)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=BRAIN):
            said = judge(forgotten(ids, vocabulary.unknown), mask, places)
        loss = loss_of({name: values.float() for name, values in said.items()}, labels)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimiser.step()
        if (step + 1) % EVERY == 0 or step + 1 == until:
            torch.save({"lesson": judge.lesson(), "optimiser": optimiser.state_dict(), "steps": step + 1}, path)
            print(f"step {step + 1}: loss {loss.item():.3f}; {report(judge, told)}", flush=True)


if __name__ == "__main__":
    whole = int(sys.argv[3]) if len(sys.argv) > 3 else 1500
    main(sys.argv[1], sys.argv[2], whole, int(sys.argv[4]) if len(sys.argv) > 4 else whole, sys.argv[5] if len(sys.argv) > 5 else None)
