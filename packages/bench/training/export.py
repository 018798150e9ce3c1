"""
Writes what `train.py` or `further.py` learned as an ONNX file for one pair of texts at a time, in the ids of BERT's vocabulary. Weights are int8 with a
scale for each 64 of a row, and so are activations while it runs: with one scale for a whole tensor, every sixteenth verdict was another.
"""

import sys
from pathlib import Path

import onnx
import torch
from onnx.external_data_helper import set_external_data
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import DefaultWeightOnlyQuantConfig, MatMulNBitsQuantizer

from cross_encoder import CrossEncoder, OneAtATime
from shipped import table_of

START, LEARNED, VOCABULARY, WHOLE, SHIPPED = sys.argv[1:6]
SMALL = 4096
# `accuracy_level` 4: products of int8, summed a block at a time.
BLOCKS = DefaultWeightOnlyQuantConfig(block_size=64, is_symmetric=True, accuracy_level=4, bits=8)

learned = CrossEncoder(START)
learned.load_state_dict(torch.load(LEARNED))
table = table_of(START, VOCABULARY)
one = OneAtATime(learned, table).eval()
example = torch.randint(1000, 20000, (1, 24))
torch.onnx.export(
    one,
    (example,),
    WHOLE,
    input_names=["input_ids"],
    output_names=["update", "claim"],
    dynamic_axes={"input_ids": {1: "tokens"}},
    opset_version=17,
    dynamo=False,
)
in_blocks, quantised = Path(WHOLE).with_suffix(".blocks.onnx"), Path(WHOLE).with_suffix(".int8.onnx")
layers = MatMulNBitsQuantizer(onnx.load(WHOLE), algo_config=BLOCKS)
layers.process()
onnx.save(layers.model.model, in_blocks)
quantize_dynamic(in_blocks, quantised, nodes_to_quantize=["/words/Gather"], weight_type=QuantType.QInt8)

# Two files, since many places that keep code take none of more than 100 MB.
model = onnx.load(quantised)
for tensor in model.graph.initializer:
    if len(tensor.raw_data) > SMALL:
        is_table = tensor.dims[0] == len(table)
        set_external_data(tensor, "embeddings.bin" if is_table else "layers.bin")
folder = Path(SHIPPED).parent
for name in ("embeddings.bin", "layers.bin"):
    (folder / name).unlink(missing_ok=True)
onnx.save(model, SHIPPED)
