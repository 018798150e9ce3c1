"""The weights that ship, as `export.py` wrote them, back in the cross-encoder."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from cross_encoder import CrossEncoder

PARTS = [*(f"attention.attn.{part}" for part in "qkvo"), "intermediate.dense", "output.dense"]
# What stands for zero where a block's numbers are symmetric around it.
MIDDLE = 128


def table_of(start, vocabulary):
    """By which row of MPNet's embeddings each entry of BERT's vocabulary is known: MPNet has its entries, and marks of its own."""
    rows = {entry: row for row, entry in enumerate(Path(start, "vocab.txt").read_text().split("\n")) if entry}
    rows.update({"[CLS]": rows["<s>"], "[SEP]": rows["</s>"], "[PAD]": rows["<pad>"]})
    return torch.tensor([rows[entry] for entry in Path(vocabulary).read_text().split("\n")])


def load(start, shipped, vocabulary):
    graph = onnx.load(shipped).graph
    held = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    model = CrossEncoder(start)
    state = model.state_dict()

    for name, values in held.items():
        for key in (name, f"encoder.{name}"):
            if key in state and tuple(state[key].shape) == values.shape:
                state[key] = torch.tensor(values)
    for head in ("update", "claim"):
        state[f"{head}.weight"] = torch.tensor(held[f"{head}.weight_Transposed"].T.copy())
    words = held["words.weight_quantized"].astype(np.float32) - np.float32(held["words.weight_zero_point"])
    state["encoder.embeddings.word_embeddings.weight"][table_of(start, vocabulary)] = torch.tensor(
        words * held["words.weight_scale"]
    )
    products = [node for node in graph.node if node.op_type == "MatMulNBits"]
    for place, node in enumerate(products):
        blocks, scales = held[node.input[1]], held[node.input[2]]
        rows, _, size = blocks.shape
        weights = (blocks.astype(np.float32) - MIDDLE) * scales.reshape(rows, -1, 1)
        key = f"encoder.encoder.layer.{place // len(PARTS)}.{PARTS[place % len(PARTS)]}.weight"
        state[key] = torch.tensor(weights.reshape(rows, -1)[:, : state[key].shape[1]].copy())
    model.load_state_dict(state)
    return model
