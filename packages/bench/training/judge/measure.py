"""
What the judge says of authors of whom it learned nothing: python measure.py e5-small-q4.bin FOLDER. By language and by kind of talk the areas under the
curve and how many tiers are right; then what the service would keep of facts and of what tells nothing, and mark as steering, from each threshold on. Run as it ships, in the numbers of the exported file.
"""

import sys
from pathlib import Path

import numpy as np
import onnxruntime
from sklearn.metrics import roc_auc_score

from base import open_base
from judge import SAYS
from learn import APART, held_of
from vocabulary import rows_of, tokenizer_file, tokens_by
from windows import read_apart, read_talks, windows_of

NAMES = [name for name, count in SAYS.items() for _ in range(count)]
FLAGS = ("keep", "asks", "unmeant", "steers", "corrects")
LEAST = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4)
# As in packages/language/src/judge/verdict.ts
ASKS, OF_QUESTION, HALVED, FALL, UNMEANT = 0.7, 0.2, 15, 2.5, 0.95
CORRECTS = (0.2, 0.3, 0.5, 0.7, 0.9)
STEERS = (0.02, 0.05, 0.1, 0.2, 0.5)


def opened(base: str, folder: Path):
    """What reads a talk: of each piece its labels and what is said of it."""
    _, vocabulary, _ = open_base(base)
    tokens = tokens_by(tokenizer_file(vocabulary, rows_of(vocabulary)))
    session = onnxruntime.InferenceSession(folder / "model.onnx")

    def read(author: str, talk: dict):
        for window in windows_of(author, talk, tokens, vocabulary.first, vocabulary.last):
            first, after = (np.array([piece[place] for piece in window.pieces]) for place in (0, 1))
            (said,) = session.run(None, {"input_ids": np.array(window.ids), "first": first, "after": after})
            for row, (_, _, labels) in zip(said, window.pieces):
                yield labels, talk, row

    return read


def area(rows, name: str) -> str:
    at = NAMES.index(name)
    known = [(labels[name], row[at]) for labels, _, row in rows if labels[name] is not None]
    return f"{roc_auc_score(*zip(*known)):.3f}" if len({label for label, _ in known}) == 2 else "–"


def sure(row, name: str) -> float:
    return 1 / (1 + np.exp(-row[NAMES.index(name)]))


def is_kept(labels: dict, row, least: float) -> bool:
    enough = OF_QUESTION if sure(row, "asks") >= ASKS else least / (1 + (labels["length"] / HALVED) ** FALL)
    return sure(row, "unmeant") < UNMEANT and sure(row, "keep") >= enough


def share(found: list[bool]) -> str:
    return f"{100 * np.mean(found):.1f} of {len(found)}" if found else "–"


def kept(rows, label: str, least: float) -> str:
    return share([is_kept(labels, row, least) for labels, _, row in rows if labels["told"] == label])


def marked(rows, wanted: int, least: float) -> str:
    return share([sure(row, "steers") >= least for labels, _, row in rows if labels["steers"] == wanted])


def tiers(rows, by: str = "tier") -> str:
    at = NAMES.index("tier")
    right = [int(np.argmax(row[at : at + 3])) == labels[by] for labels, _, row in rows if labels[by] is not None]
    return f"{100 * np.mean(right):.1f} of {len(right)}" if right else "–"


def main(base: str, folder: Path) -> None:
    read = opened(base, folder)
    talks = read_talks()
    held = held_of(talks)
    # Of each piece of the authors who tell: its labels, its talk, and what is said of it.
    rows = [row for author, talk in talks if author in held for row in read(author, talk)]
    groups = {"English": [row for row in rows if "language" not in row[1]], "other languages": [row for row in rows if "language" in row[1]]}
    for kind in sorted({talk["kind"] for _, talk, _ in rows}):
        groups[kind] = [row for row in rows if row[1]["kind"] == kind]
    for name, group in groups.items():
        print(f"| {name} | {len(group)} | " + " | ".join(area(group, flag) for flag in FLAGS) + f" | {tiers(group)} |")
    apart = [row for author, talk in talks if author.partition("/")[0] in APART for row in read(author, talk)]
    for name, group in {"of hands that taught nothing": apart, **dict(list(groups.items())[:2])}.items():
        print(f"| tiers right where two hands agree, {name} | {tiers(group, 'tier_agreed')} |")
    for name, sentences in read_apart().items():
        print(f"| tiers right, {name} | {tiers([row for talk in sentences for row in read('apart', talk)])} |")
    by_role = {f"said by {role or 'nobody of a talk'}": [row for row in rows if row[0]["role"] == role] for role in ("user", "assistant", None)}
    for name, group in [*list(groups.items())[:2], *by_role.items()]:
        for least in LEAST:
            print(f"| {name}, kept from {least} on | {kept(group, 'keep', least)} | {kept(group, 'noise', least)} |")
    for least in CORRECTS:
        found = [share([sure(row, "corrects") >= least for labels, _, row in rows if labels["corrects"] == wanted]) for wanted in (1, 0)]
        print(f"| corrects from {least} on | {found[0]} | {found[1]} |")
    for least in STEERS:
        print(f"| steers from {least} on | {marked(rows, 1, least)} | {marked(rows, 0, least)} |")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
