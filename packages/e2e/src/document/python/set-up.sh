#!/usr/bin/env bash
# Makes a Python environment with the generator of clients in the folder that is given, unless it is there already.
# It is the one part that needs a network: pip fetches packages.
set -euo pipefail
folder=$1
wanted=$(dirname "$0")/requirements.txt
if cmp -s "$wanted" "$folder/requirements.txt"; then exit 0; fi
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted"
cp "$wanted" "$folder/requirements.txt"
