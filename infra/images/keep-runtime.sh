#!/usr/bin/env bash
# Puts the runtime of the model that ships among an image's packages: of the folder of packages that is the first argument into that
# which is the second. Only what this platform loads, 45 of 288 MB on linux/x64. Fails where there is none for it: npm leaves out an
# optional package without a word, and the service would begin its stores with word vectors.
set -euo pipefail
from=$1
to=$2
platform=$(node -p 'process.platform + "/" + process.arch')

for binaries in "$from"/onnxruntime-node/bin/napi-v*; do
  if [ ! -f "$binaries/$platform/onnxruntime_binding.node" ]; then
    echo "No runtime for $platform in $binaries: EMBEDDER=local cannot run in this image." >&2
    exit 1
  fi
  find "$binaries" -mindepth 2 -maxdepth 2 ! -path "$binaries/$platform" -exec rm -r {} +
  find "$binaries" -mindepth 1 -maxdepth 1 -empty -delete
done
# What else it depends on serves its install script, which nobody runs.
mv "$from/onnxruntime-node" "$from/onnxruntime-common" "$to"
# Here, because what runs the image has the same base: a C library that this was not made for shows now.
node -e "require(require('node:path').resolve(process.argv[1], 'onnxruntime-node'))" "$to"
