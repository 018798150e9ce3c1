"""Writes what `train.py` learned as an ONNX file with int8 weights, for one pair of texts at a time."""

import sys

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from cross_encoder import linear_weights

START, LEARNED, WHOLE, SHIPPED = sys.argv[1:5]

model = onnx.load(START)
graph = model.graph
learned = torch.load(LEARNED)
names_of = linear_weights(graph)


def put(name, values):
    for tensor in graph.initializer:
        if tensor.name == name:
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float32), name))
            return
    graph.initializer.append(numpy_helper.from_array(values.astype(np.float32), name))


def value(key):
    return learned[key].float().numpy()


for part, name in (("word", "word_embeddings"), ("pos", "position_embeddings"), ("typ", "token_type_embeddings")):
    put(f"embeddings.{name}.weight", value(f"{part}.weight"))
for kind in ("weight", "bias"):
    put(f"embeddings.LayerNorm.{kind}", value(f"ln.{kind}"))
for layer in range(12):
    for key, (name, bias) in {
        "q": ("attention/self/query", "attention.self.query"),
        "k": ("attention/self/key", "attention.self.key"),
        "v": ("attention/self/value", "attention.self.value"),
        "o": ("attention/output/dense", "attention.output.dense"),
        "i": ("intermediate/dense", "intermediate.dense"),
        "d": ("output/dense", "output.dense"),
    }.items():
        put(names_of[f"/encoder/layer.{layer}/{name}/MatMul"], value(f"layers.{layer}.{key}.weight").T)
        put(f"encoder.layer.{layer}.{bias}.bias", value(f"layers.{layer}.{key}.bias"))
    for key, name in (("ln1", "attention.output.LayerNorm"), ("ln2", "output.LayerNorm")):
        for kind in ("weight", "bias"):
            put(f"encoder.layer.{layer}.{name}.{kind}", value(f"layers.{layer}.{key}.{kind}"))

# All tokens are of the two texts: their mean needs no mask.
graph.initializer.append(numpy_helper.from_array(np.array(0, dtype=np.int64), "first"))
graph.node.extend(
    [
        helper.make_node("Gather", ["last_hidden_state", "first"], ["of_first"], axis=1),
        helper.make_node("ReduceMean", ["last_hidden_state"], ["of_all"], axes=[1], keepdims=0),
        helper.make_node("Concat", ["of_first", "of_all"], ["pooled"], axis=1),
    ]
)
del graph.output[:]
for head in ("update", "claim"):
    put(f"{head}.weight", value(f"{head}.weight").T)
    put(f"{head}.bias", value(f"{head}.bias"))
    graph.node.append(helper.make_node("Gemm", ["pooled", f"{head}.weight", f"{head}.bias"], [head]))
    graph.output.append(helper.make_tensor_value_info(head, onnx.TensorProto.FLOAT, [None, 3]))
onnx.checker.check_model(model)
onnx.save(model, WHOLE)
quantize_dynamic(WHOLE, SHIPPED, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
