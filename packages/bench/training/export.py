"""Writes what `train.py` learned as an ONNX file with int8 weights, for one pair of texts at a time, in the ids of BERT's vocabulary."""

import sys
from pathlib import Path

import onnx
import torch
from onnx.external_data_helper import set_external_data
from onnxruntime.quantization import QuantType, quantize_dynamic

from cross_encoder import CrossEncoder, OneAtATime

START, LEARNED, VOCABULARY, WHOLE, SHIPPED = sys.argv[1:6]
SMALL = 4096

# MPNet has BERT's entries and its own marks: the vocabulary that ships beside the embedder does for both.
rows = {entry: row for row, entry in enumerate(Path(START, "vocab.txt").read_text().split("\n")) if entry}
rows.update({"[CLS]": rows["<s>"], "[SEP]": rows["</s>"], "[PAD]": rows["<pad>"]})
table = torch.tensor([rows[entry] for entry in Path(VOCABULARY).read_text().split("\n")])

learned = CrossEncoder(START)
learned.load_state_dict(torch.load(LEARNED))
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
quantised = Path(WHOLE).with_suffix(".int8.onnx")
quantize_dynamic(WHOLE, quantised, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)

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
