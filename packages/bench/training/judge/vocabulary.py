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


def tokens_by(file: str):
    """A function from texts to lists of ids, without the marks at both ends."""
    tokenizer = Tokenizer.from_str(file)
    return lambda texts: [found.ids for found in tokenizer.encode_batch(texts, add_special_tokens=False)]
