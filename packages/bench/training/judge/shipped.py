"""What a judge has learned, read back from the folder where it lies as it ships."""

from pathlib import Path

import numpy as np
import onnx
import torch

from export import SHORT
from judge import RANK, STRENGTH


def shipped(folder: Path) -> dict:
    """As `Judge.lesson` gives it, rounded to 16 bits."""
    kept = {one.name: onnx.numpy_helper.to_array(one) for one in onnx.load(folder / "model.onnx").graph.initializer if one.name.endswith((".down", ".up")) or one.name[:4] in ("hidd", "says")}

    def tensor(values: np.ndarray) -> torch.Tensor:
        return torch.tensor(np.ascontiguousarray(values.astype(np.float32)))

    found = {}
    for name, values in kept.items():
        layer, short, *rest = name.split(".") if name.startswith("l") else (None, None)
        if layer is None:
            head, part = name.split(".")
            found[f"{head}.{'weight' if part == 'w' else 'bias'}"] = tensor(values.T)
        else:
            scale = RANK / STRENGTH if rest[0] == "up" else 1
            found[f"bert.encoder.layer.{layer[1:]}.{SHORT[short]}.{rest[0]}"] = tensor(values.T * scale)
    return found
