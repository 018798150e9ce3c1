"""The pieces that the judge knows: the commonest of its base and all short ones, so that no script is cut to single bytes; with the file that libraries read."""

import json

import numpy as np
from tokenizers import Tokenizer

from base import Vocabulary

COMMONEST = 100_000
SHORT = 2  # characters: other scripts are read by them where longer pieces are left out
SPECIAL = 4


def rows_of(vocabulary: Vocabulary, commonest: int = COMMONEST) -> np.ndarray:
    """Which of the base's pieces are kept, in their order: the rows of the embeddings."""
    pieces = vocabulary.pieces
    kept = [place for place, piece in enumerate(pieces) if place < commonest or len(piece.lstrip("▁")) <= SHORT]
    return np.array(kept)


def tokenizer_file(vocabulary: Vocabulary, rows: np.ndarray) -> str:
    """As a file of `tokenizers`: SentencePiece's unigram model over text in NFKC, white space as one space."""
    pieces = [[vocabulary.pieces[row], round(float(vocabulary.scores[row]), 4)] for row in rows]
    blank = r"[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]+"
    parts = [{"type": "NFKC"}, {"type": "Replace", "pattern": {"Regex": blank}, "content": " "}]
    return json.dumps(
        {
            "version": "1.0",
            "added_tokens": [],
            "normalizer": {"type": "Sequence", "normalizers": [*parts, {"type": "Strip", "strip_left": True, "strip_right": True}]},
            "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
            "post_processor": None,
            "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
            "model": {"type": "Unigram", "unk_id": vocabulary.unknown, "vocab": pieces, "byte_fallback": False},
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def piece_table(file: str) -> bytes:
    """The same pieces as `packages/adapters/src/local-model/piece-table.ts` reads them: in alphabetical order of UTF-16, without anything to parse."""
    model = json.loads(file)["model"]
    coded = [piece.encode("utf-16-le", "surrogatepass") for piece, _ in model["vocab"]]
    order = sorted(range(len(coded)), key=lambda place: model["vocab"][place][0].encode("utf-16-be", "surrogatepass"))
    letters = b"".join(coded[place] for place in order)
    starts = np.cumsum([0, *(len(coded[place]) // 2 for place in order)])
    header = b"PCS1" + np.array([len(coded), len(letters) // 2, model["unk_id"]], dtype="<u4").tobytes()
    scores = np.array([score for _, score in model["vocab"]], dtype="<f8")
    return b"".join([header, scores.tobytes(), np.array(order, dtype="<i4").tobytes(), starts.astype("<i4").tobytes(), letters])


def tokens_by(file: str):
    """A function from texts to lists of ids, without the marks at both ends."""
    tokenizer = Tokenizer.from_str(file)
    return lambda texts: [found.ids for found in tokenizer.encode_batch(texts, add_special_tokens=False)]
