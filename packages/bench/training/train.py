"""Learns from the labelled pairs and claims what the second of two texts is to the first; see README.md."""

import sys

import torch

from cross_encoder import CrossEncoder
from examples import read, tokenizer
from fitting import fit

START, LEARNED = sys.argv[1:3]
EPOCHS, RATE = 2, 3e-5

pairs, claims, held = read(tokenizer(f"{START}/tokenizer.json"))
print(f"{len(pairs)} pairs, {len(claims)} claims, {len(held)} held", flush=True)
model = CrossEncoder(START)
fit(model, pairs + claims, EPOCHS, RATE, held)
torch.save(model.state_dict(), LEARNED)
