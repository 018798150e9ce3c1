"""The judge: a base that does not change, a low-rank lesson for each of its linear layers, and a head over the mean of a piece's tokens."""

import math

import torch
from torch import nn

RANK, STRENGTH, HIDDEN = 8, 16, 192
SAYS = {"keep": 1, "tier": 3, "importance": 1, "whose": 3, "asks": 1, "unmeant": 1, "steers": 1}


class LowRank(nn.Module):
    """A linear layer with a lesson of low rank beside it (Hu et al. 2021, "LoRA"), which says nothing at first."""

    def __init__(self, base: nn.Linear):
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(RANK, base.in_features) / math.sqrt(base.in_features))
        self.up = nn.Parameter(torch.zeros(base.out_features, RANK))

    def forward(self, states):
        return self.base(states) + (states @ self.down.T) @ self.up.T * (STRENGTH / RANK)


class Judge(nn.Module):
    def __init__(self, bert):
        super().__init__()
        for layer in bert.encoder.layer:
            attention = layer.attention
            for name in ("query", "key", "value"):
                setattr(attention.self, name, LowRank(getattr(attention.self, name)))
            attention.output.dense = LowRank(attention.output.dense)
            layer.intermediate.dense = LowRank(layer.intermediate.dense)
            layer.output.dense = LowRank(layer.output.dense)
        self.bert = bert
        self.hidden = nn.Linear(bert.config.hidden_size, HIDDEN)
        self.says = nn.Linear(HIDDEN, sum(SAYS.values()))

    def forward(self, ids, mask, places):
        """`places`: of each piece its row, its first token and the one after its last. Gives a row for each piece, by what it says."""
        states = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        sums = torch.cat([torch.zeros(states.shape[0], 1, states.shape[2]), states.cumsum(1)], 1)
        row, first, after = torch.tensor(places).T
        mean = (sums[row, after] - sums[row, first]) / (after - first).unsqueeze(1)
        said = self.says(torch.tanh(self.hidden(mean)))
        return dict(zip(SAYS, said.split(list(SAYS.values()), dim=1)))

    def lesson(self) -> dict:
        """What was learned, without the base."""
        return {name: value for name, value in self.state_dict().items() if name.endswith((".down", ".up")) or "bert" not in name}
