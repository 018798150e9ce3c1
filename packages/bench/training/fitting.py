"""Fits the cross-encoder to rows of labelled pairs and claims."""

import random
import time

import torch
import torch.nn.functional as F

SIZE, HEAD_RATE, WARM = 32, 5e-4, 0.03
PADDING = 1
random.seed(7)
torch.manual_seed(7)


def tensors(rows):
    longest = max(len(ids) for ids, *_ in rows)
    ids = torch.full((len(rows), longest), PADDING, dtype=torch.long)
    attention = torch.zeros(len(rows), longest, dtype=torch.long)
    for place, (tokens, *_) in enumerate(rows):
        ids[place, : len(tokens)] = torch.tensor(tokens)
        attention[place, : len(tokens)] = 1
    return ids, attention


def batches(rows):
    """Of rows of about one length, in any order."""
    rows = random.sample(rows, len(rows))
    found = []
    for start in range(0, len(rows), SIZE * 20):
        part = sorted(rows[start : start + SIZE * 20], key=lambda one: len(one[0]))
        found += [part[at : at + SIZE] for at in range(0, len(part), SIZE)]
    return random.sample(found, len(found))


def logits(model, rows):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        updates, claims = model(*tensors(rows))
    is_claim = torch.tensor([head for _, head, *_ in rows])
    return torch.where(is_claim[:, None] == 0, updates, claims).float()


def said_of(model, rows):
    """What the model holds of each row now: by the row's identity, a probability for each class."""
    model.eval()
    found = {}
    for start in range(0, len(rows), 64):
        part = rows[start : start + 64]
        with torch.no_grad():
            odds = logits(model, part).softmax(-1)
        found.update((id(one), each) for one, each in zip(part, odds))
    return found


def wanted_of(rows, kept):
    """One for the label of a row; where a row is to be told as before, what was said of it."""
    wanted = F.one_hot(torch.tensor([label for _, _, label, _ in rows]), 3).float()
    return torch.stack([kept.get(id(one), each) for one, each in zip(rows, wanted)])


def fit(model, rows, epochs, rate, held, kept={}, head_rate=HEAD_RATE):
    """`kept`: what shall go on being said of some rows (Li and Hoiem 2016, "Learning without Forgetting"), see `said_of`."""
    model.encoder.embeddings.requires_grad_(False)
    heads = [*model.update.parameters(), *model.claim.parameters()]
    known = {id(parameter) for parameter in heads}
    others = [parameter for parameter in model.parameters() if parameter.requires_grad and id(parameter) not in known]
    optimiser = torch.optim.AdamW(
        [
            {"params": [parameter for parameter in others if parameter.dim() > 1], "weight_decay": 0.01},
            {"params": [parameter for parameter in others if parameter.dim() == 1], "weight_decay": 0},
            {"params": heads, "lr": head_rate, "weight_decay": 0.01},
        ],
        lr=rate,
    )
    rates = [group["lr"] for group in optimiser.param_groups]
    total, step, began = epochs * len(batches(rows)), 0, time.time()
    for epoch in range(epochs):
        for part in batches(rows):
            model.train()
            share = min(step / (WARM * total + 1), (total - step) / ((1 - WARM) * total))
            for group, most in zip(optimiser.param_groups, rates):
                group["lr"] = most * share
            loss = F.cross_entropy(logits(model, part), wanted_of(part, kept))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step % 100 == 0:
                print(f"{step} of {total}, loss {loss.item():.3f}, {time.time() - began:.0f} s", flush=True)
        print(f"epoch {epoch + 1}: {rights(model, held)}", flush=True)


def rights(model, rows):
    """By author, the share that is told right of what nothing was learned of."""
    model.eval()
    found = {}
    for start in range(0, len(rows), 64):
        part = rows[start : start + 64]
        with torch.no_grad():
            said = logits(model, part).argmax(-1).tolist()
        for (*_, label, line), guess in zip(part, said):
            found.setdefault(line["author"], []).append(label == guess)
    return {author: round(sum(right) / len(right), 3) for author, right in sorted(found.items())}
