"""
Writes the judge as it ships: python export.py e5-small-q4.bin lesson.pt FOLDER. `base.bin` and `pieces.bin` are the base's own numbers, whatever
was taught; `lesson.bin` is what was learned, in 16 bits; `model.onnx` says how both compute, for one window at a time.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from onnx.external_data_helper import set_external_data

from base import BLOCK, open_base
from judge import HIDDEN, LAYERS, RANK, SAYS, STRENGTH, TAUGHT, TAUGHT_LAYERS
from vocabulary import piece_table, rows_of, tokenizer_file
from windows import LONGEST_WINDOW

SHORT = {"q": TAUGHT_LAYERS[0], "k": TAUGHT_LAYERS[1], "v": TAUGHT_LAYERS[2], "ao": TAUGHT_LAYERS[3], "fi": TAUGHT_LAYERS[4], "fo": TAUGHT_LAYERS[5]}
EXTENSIONS = "com.microsoft"
# Products in floating point: as quick as those of int8 where there is VNNI, quicker elsewhere, and exact.
ACCURACY = 0


class Graph:
    """Nodes and numbers of a model as they are added; each call gives the name of its result."""

    def __init__(self):
        self.nodes, self.numbers = [], {"base.bin": [], "lesson.bin": [], None: []}

    def add(self, kind: str, *inputs: str, domain: str = "", **attributes) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], domain=domain, **attributes))
        return name

    def number(self, name: str, values: np.ndarray, file: str | None = None) -> str:
        self.numbers[file].append(onnx.numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def nibbles(self, name: str, values: np.ndarray, file: str) -> str:
        """Numbers of -8 to 7, two in a byte, the first in its lower half."""
        flat = values.astype(np.int8).reshape(-1) & 15
        raw = (flat[0::2] | (flat[1::2] << 4)).astype(np.uint8).tobytes()
        self.numbers[file].append(helper.make_tensor(name, TensorProto.INT4, values.shape, raw, raw=True))
        return name

    def half(self, name: str, values: np.ndarray, file: str) -> str:
        """Kept in 16 bits, computed with in 32."""
        return self.add("Cast", self.number(name, values.astype(np.float16), file), to=TensorProto.FLOAT)


def build(base: str, lesson: dict) -> tuple[Graph, str]:
    sizes, vocabulary, tensors = open_base(base)
    width, heads = sizes.width, sizes.heads
    rows = rows_of(vocabulary)
    graph = Graph()

    def constant(name: str, values) -> str:
        return graph.number(name, np.array(values, dtype=np.int64))

    def own(name: str, *shape: int) -> str:
        return graph.half(name, tensors.values(name, *shape), "base.bin")

    def learned(name: str) -> np.ndarray:
        return lesson[name].float().numpy()

    def linear(layer: int, short: str, given: str, inner: int, outer: int) -> str:
        name = f"l{layer}.{short}"
        values, scales = tensors.blocks(f"{name}.w", outer, inner)
        packed = (values[:, 0::2] | (values[:, 1::2] << 4)).reshape(outer, inner // BLOCK, BLOCK // 2)
        scale = graph.half(f"{name}.scales", scales.reshape(-1), "base.bin")
        weights = graph.number(f"{name}.w", packed, "base.bin")
        form = {"K": inner, "N": outer, "bits": 4, "block_size": BLOCK, "accuracy_level": ACCURACY}
        out = graph.add("Add", graph.add("MatMulNBits", given, weights, scale, domain=EXTENSIONS, **form), own(f"{name}.b", outer))
        if layer < LAYERS - TAUGHT:
            return out
        key = f"bert.encoder.layer.{layer}.{SHORT[short]}"
        down = graph.half(f"{name}.down", learned(f"{key}.down").T, "lesson.bin")
        up = graph.half(f"{name}.up", learned(f"{key}.up").T * (STRENGTH / RANK), "lesson.bin")
        return graph.add("Add", out, graph.add("MatMul", graph.add("MatMul", given, down), up))

    def norm(name: str, given: str) -> str:
        return graph.add("LayerNormalization", given, own(f"{name}.w", width), own(f"{name}.b", width), epsilon=sizes.epsilon, axis=-1)

    def split(given: str, order: list[int]) -> str:
        return graph.add("Transpose", graph.add("Reshape", given, by_head), perm=order)

    values, scales = tensors.blocks("emb.word", sizes.vocabulary, width)
    words = graph.nibbles("emb.word", values[rows].astype(np.int8) - 8, "base.bin")
    scale = graph.number("emb.scales", scales[rows].astype(np.float32).reshape(len(rows), -1).astype(np.float16), "base.bin")
    by_head, together = constant("by_head", [0, heads, width // heads]), constant("together", [0, width])
    zero, one, first_axis = constant("zero", [0]), constant("one", [1]), constant("first_axis", [0])
    length = graph.add("Shape", "input_ids")
    looked = graph.add("GatherBlockQuantized", words, "input_ids", scale, domain=EXTENSIONS, block_size=BLOCK, quantize_axis=1, gather_axis=0)
    looked = graph.add("Cast", looked, to=TensorProto.FLOAT)
    kinds = tensors.values("emb.type", sizes.types, width)[:1]
    positions = graph.half("emb.pos", tensors.values("emb.pos", sizes.positions, width)[:LONGEST_WINDOW] + kinds, "base.bin")
    state = norm("emb.ln", graph.add("Add", looked, graph.add("Slice", positions, zero, length, first_axis)))
    root = graph.number("root", np.array(1 / np.sqrt(width // heads), dtype=np.float32))
    for layer in range(LAYERS):
        q, k, v = (linear(layer, short, state, width, width) for short in ("q", "k", "v"))
        q, k, v = split(q, [1, 0, 2]), split(k, [1, 2, 0]), split(v, [1, 0, 2])
        shares = graph.add("Softmax", graph.add("Mul", graph.add("MatMul", q, k), root), axis=-1)
        seen = graph.add("Reshape", graph.add("Transpose", graph.add("MatMul", shares, v), perm=[1, 0, 2]), together)
        state = norm(f"l{layer}.aln", graph.add("Add", linear(layer, "ao", seen, width, width), state))
        within = graph.add("Gelu", linear(layer, "fi", state, width, sizes.inner), domain=EXTENSIONS)
        state = norm(f"l{layer}.oln", graph.add("Add", linear(layer, "fo", within, sizes.inner, width), state))
    # The mean of a piece's tokens: a difference of sums.
    nothing = graph.number("nothing", np.zeros((1, width), dtype=np.float32))
    sums = graph.add("Concat", nothing, graph.add("CumSum", state, graph.number("axis", np.array(0, dtype=np.int64))), axis=0)
    total = graph.add("Sub", graph.add("Gather", sums, "after"), graph.add("Gather", sums, "first"))
    count = graph.add("Unsqueeze", graph.add("Cast", graph.add("Sub", "after", "first"), to=TensorProto.FLOAT), one)
    mean = graph.add("Div", total, count)
    for name in ("hidden", "says"):
        weights = graph.half(f"{name}.w", learned(f"{name}.weight").T, "lesson.bin")
        mean = graph.add("Add", graph.add("MatMul", mean, weights), graph.half(f"{name}.b", learned(f"{name}.bias"), "lesson.bin"))
        if name == "hidden":
            mean = graph.add("Tanh", mean)
    graph.nodes.append(helper.make_node("Identity", [mean], ["said"]))
    return graph, tokenizer_file(vocabulary, rows)


def main(base: str, lesson: str, folder: Path) -> None:
    graph, tokenizer = build(base, torch.load(lesson)["lesson"])
    numbers = [one for file in graph.numbers.values() for one in file]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, [size]) for name, size in (("input_ids", "tokens"), ("first", "pieces"), ("after", "pieces"))]
    outputs = [helper.make_tensor_value_info("said", TensorProto.FLOAT, ["pieces", sum(SAYS.values())])]
    whole = helper.make_graph(graph.nodes, "judge", inputs, outputs, numbers)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid(EXTENSIONS, 1)], ir_version=10)
    for file, held in graph.numbers.items():
        names = {one.name for one in held}
        for one in model.graph.initializer:
            if file and one.name in names:
                set_external_data(one, file)
    folder.mkdir(parents=True, exist_ok=True)
    for file in ("base.bin", "lesson.bin"):
        (folder / file).unlink(missing_ok=True)
    onnx.save(model, folder / "model.onnx")
    (folder / "pieces.bin").write_bytes(piece_table(tokenizer))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
