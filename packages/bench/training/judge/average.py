"""
The mean of two judges as they ship, number by number: python average.py ONE OTHER SHARE lesson.pt, with the share of the other, 0 to 1; what only one of them says is
taken from it. It errs less than either (Wortsman et al. 2022, "Model soups: averaging weights of multiple fine-tuned models improves accuracy without increasing
inference time"). `export.py` writes the mean.
"""

import sys
from pathlib import Path

import torch

from shipped import shipped


def mean(one: torch.Tensor, other: torch.Tensor, share: float) -> torch.Tensor:
    both = min(len(one), len(other))
    longer = one if len(one) > len(other) else other
    return torch.cat([one[:both] * (1 - share) + other[:both] * share, longer[both:]])


def main(one: str, other: str, share: float, to: str) -> None:
    first, second = shipped(Path(one)), shipped(Path(other))
    torch.save({"lesson": {name: mean(values, second[name], share) for name, values in first.items()}}, to)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4])
