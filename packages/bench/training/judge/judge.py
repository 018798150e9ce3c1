"""The judge: a base that does not change, a low-rank lesson beside the linear layers of its upper part, and a head over the mean of a piece's tokens."""

import math

import torch
from torch import nn

LAYERS, TAUGHT = 8, 8  # of the base's twelve the first so many are used; a lesson stands beside the last so many of those
RANK, STRENGTH, HIDDEN = 12, 24, 192
SAYS = {"keep": 1, "tier": 3, "importance": 1, "whose": 3, "asks": 1, "unmeant": 1, "steers": 1, "corrects": 1}
TAUGHT_LAYERS = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "intermediate.dense", "output.dense")


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
        for layer in bert.encoder.layer[LAYERS - TAUGHT :]:
            for name in TAUGHT_LAYERS:
                above, _, last = name.rpartition(".")
                holder = layer.get_submodule(above)
                setattr(holder, last, LowRank(getattr(holder, last)))
        self.bert = bert
        self.hidden = nn.Linear(bert.config.hidden_size, HIDDEN)
        self.says = nn.Linear(HIDDEN, sum(SAYS.values()))
        self.dropout = nn.Dropout(0.2)

    def forward(self, ids, mask, places):
        """`places`: of each piece its row, its first token and the one after its last. Gives a row for each piece, by what it says."""
        states = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state.float()
        sums = torch.cat([torch.zeros(states.shape[0], 1, states.shape[2]), states.cumsum(1)], 1)
        row, first, after = torch.tensor(places).T
        mean = (sums[row, after] - sums[row, first]) / (after - first).unsqueeze(1)
        said = self.says(self.dropout(torch.tanh(self.hidden(self.dropout(mean)))))
        return dict(zip(SAYS, said.split(list(SAYS.values()), dim=1)))

    def begin_with(self, lesson: dict) -> None:
        """What an earlier judge learned; what it did not say yet is new."""
        known = self.state_dict()
        for name in ("says.weight", "says.bias"):
            lesson[name] = torch.cat([lesson[name], known[name][len(lesson[name]) :]])
        self.load_state_dict(lesson, strict=False)

    def lesson(self) -> dict:
        """What was learned, without the base."""
        return {name: value for name, value in self.state_dict().items() if name.endswith((".down", ".up")) or "bert" not in name}
