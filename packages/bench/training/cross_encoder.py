"""A cross-encoder: BERT's encoder over two texts at once, with a head for updates and one for claims."""

import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import numpy_helper

WIDTH, HEADS, LAYERS = 384, 12, 12
DROPOUT = 0.1

LINEAR = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "i": "intermediate.dense",
    "d": "output.dense",
}
NORMS = {"ln1": "attention.output.LayerNorm", "ln2": "output.LayerNorm"}
TABLES = {"word": "word_embeddings", "pos": "position_embeddings", "typ": "token_type_embeddings"}


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.i, self.d = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.ln1, self.ln2 = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))

    def forward(self, x, mask):
        rows, tokens, _ = x.shape

        def heads(values):
            return values.view(rows, tokens, HEADS, WIDTH // HEADS).transpose(1, 2)

        attended = F.scaled_dot_product_attention(heads(self.q(x)), heads(self.k(x)), heads(self.v(x)), attn_mask=mask)
        attended = attended.transpose(1, 2).reshape(rows, tokens, WIDTH)
        x = self.ln1(x + F.dropout(self.o(attended), DROPOUT, self.training))
        return self.ln2(x + F.dropout(self.d(F.gelu(self.i(x))), DROPOUT, self.training))


class CrossEncoder(nn.Module):
    """Ids, types and attention of a batch to logits: same, conflict, different; supported, refuted, unknown."""

    def __init__(self):
        super().__init__()
        self.word, self.pos, self.typ = nn.Embedding(30522, WIDTH), nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH)
        self.ln = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.update, self.claim = nn.Linear(2 * WIDTH, 3), nn.Linear(2 * WIDTH, 3)

    def forward(self, ids, types, attention):
        x = self.ln(self.word(ids) + self.pos(torch.arange(ids.shape[1]))[None] + self.typ(types))
        x = F.dropout(x, DROPOUT, self.training)
        mask = torch.zeros(attention.shape, dtype=x.dtype).masked_fill(attention == 0, -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask.to(x.dtype))
        x, there = x.float(), attention[..., None].float()
        pooled = torch.cat([x[:, 0], (x * there).sum(1) / there.sum(1)], -1)
        pooled = F.dropout(pooled, DROPOUT, self.training)
        return self.update(pooled), self.claim(pooled)


def linear_weights(graph):
    """By the name of each product of matrices, the tensor that it multiplies with."""
    tensors = {tensor.name for tensor in graph.initializer}
    return {
        node.name: name for node in graph.node if node.op_type == "MatMul" for name in node.input if name in tensors
    }


def starting_from(path):
    """The encoder of an ONNX file of e5-small-v2 in float32, with new heads."""
    graph = onnx.load(path).graph
    tensors = {tensor.name: torch.tensor(numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    names_of = linear_weights(graph)
    model = CrossEncoder()
    with torch.no_grad():
        for key, name in TABLES.items():
            getattr(model, key).weight.copy_(tensors[f"embeddings.{name}.weight"])
        model.ln.weight.copy_(tensors["embeddings.LayerNorm.weight"])
        model.ln.bias.copy_(tensors["embeddings.LayerNorm.bias"])
        for place, layer in enumerate(model.layers):
            prefix = f"encoder.layer.{place}."
            for key, name in LINEAR.items():
                product = f"/encoder/layer.{place}/{name.replace('.', '/')}/MatMul"
                getattr(layer, key).weight.copy_(tensors[names_of[product]].T)
                getattr(layer, key).bias.copy_(tensors[f"{prefix}{name}.bias"])
            for key, name in NORMS.items():
                getattr(layer, key).weight.copy_(tensors[f"{prefix}{name}.weight"])
                getattr(layer, key).bias.copy_(tensors[f"{prefix}{name}.bias"])
    return model
