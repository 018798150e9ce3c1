"""A cross-encoder: MPNet (Song et al. 2020) over two texts at once, with a head for updates and one for claims."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from transformers import MPNetModel

WIDTH, HEADS, BUCKETS = 768, 12, 32
DROPOUT = 0.1


class CrossEncoder(nn.Module):
    """Ids and attention of a batch to logits: same, conflict, different; supported, refuted, unknown."""

    def __init__(self, start):
        super().__init__()
        self.encoder = MPNetModel.from_pretrained(start, add_pooling_layer=False)
        self.update, self.claim = nn.Linear(2 * WIDTH, 3), nn.Linear(2 * WIDTH, 3)

    def forward(self, ids, attention):
        states = self.encoder(input_ids=ids, attention_mask=attention).last_hidden_state.float()
        there = attention[..., None].float()
        pooled = torch.cat([states[:, 0], (states * there).sum(1) / there.sum(1)], -1)
        pooled = F.dropout(pooled, DROPOUT, self.training)
        return self.update(pooled), self.claim(pooled)


class OneAtATime(nn.Module):
    """The same for one pair without padding, in operations that an ONNX file can hold; `table` says by which row of the embeddings each id is known."""

    def __init__(self, learned, table):
        super().__init__()
        encoder = learned.encoder
        self.words = nn.Embedding.from_pretrained(encoder.embeddings.word_embeddings.weight.data[table].clone())
        self.embeddings, self.encoder = encoder.embeddings, encoder.encoder
        self.update, self.claim = learned.update, learned.claim

    def bias(self, length):
        places = torch.arange(length)
        buckets = self.encoder.relative_position_bucket(places[None, :] - places[:, None], num_buckets=BUCKETS)
        return self.encoder.relative_attention_bias(buckets).permute(2, 0, 1)[None]

    def forward(self, input_ids):
        positions = torch.cumsum(torch.ones_like(input_ids), 1) + 1
        x = self.embeddings.LayerNorm(self.words(input_ids) + self.embeddings.position_embeddings(positions))
        bias = self.bias(input_ids.shape[1])

        def heads(values):
            return values.view(1, -1, HEADS, WIDTH // HEADS).transpose(1, 2)

        for layer in self.encoder.layer:
            attention = layer.attention.attn
            q, k, v = heads(attention.q(x)), heads(attention.k(x)), heads(attention.v(x))
            shares = torch.softmax(q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5 + bias, -1)
            attended = attention.o((shares @ v).transpose(1, 2).reshape(1, -1, WIDTH))
            x = layer.attention.LayerNorm(attended + x)
            x = layer.output.LayerNorm(layer.output.dense(F.gelu(layer.intermediate.dense(x))) + x)
        pooled = torch.cat([x[:, 0], x.mean(1)], -1)
        return self.update(pooled), self.claim(pooled)
