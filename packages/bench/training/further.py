"""
Teaches the weights that ship further, by the cases of authors they do not know yet; of pairs they go on saying what they say, and of the claims of before
some come again. See README.md.
"""

import random
import sys

import torch

from examples import read, tokenizer
from fitting import fit, said_of
from shipped import load

START, SHIPPED, VOCABULARY, LEARNED, *AUTHORS = sys.argv[1:]
RATE, HEAD_RATE = 2e-5, 1e-4
MOST_PAIRS, SHARE = 5600, 0.16

pairs, claims, held = read(tokenizer(f"{START}/tokenizer.json"))
new = [found for found in claims if found[3]["author"] in AUTHORS]
known = [found for found in claims if found[3]["author"] not in AUTHORS]
again = random.sample(known, int(SHARE * len(known)))
pairs = random.sample(pairs, min(MOST_PAIRS, len(pairs)))
print(f"{len(new)} new, {len(again)} again, {len(pairs)} pairs, {len(held)} held", flush=True)
model = load(START, SHIPPED, VOCABULARY)
fit(model, new + again + pairs, 1, RATE, held, kept=said_of(model, pairs), head_rate=HEAD_RATE)
torch.save(model.state_dict(), LEARNED)
