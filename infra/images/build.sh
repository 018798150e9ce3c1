#!/usr/bin/env bash
# Makes what an image holds, from a checkout that it uses up: below the first argument `hippocamp`, what runs, and `data`, for the embedded mode.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1
export TURBO_TELEMETRY_DISABLED=1
# The npm that wrote the lock: the one of the base image is older.
npm() { npx --yes npm@11.19.1 "$@"; }

npm ci
npx turbo run build --filter=@hippocamp/gateway --filter=@hippocamp/worker
# Optional are native helpers with a fallback, the command line of Prisma, and the runtime of the model that ships: it alone stays.
runtime=$(mktemp -d ./runtime.XXXXXX)
mv node_modules/onnxruntime-node node_modules/onnxruntime-common "$runtime"
npm prune --omit=dev --omit=optional
infra/images/keep-runtime.sh "$runtime" node_modules
rm -rf apps/*/src packages/*/src
mkdir -p "$target/hippocamp" "$target/data"
mv LICENSE THIRD_PARTY_NOTICES.md package.json node_modules packages apps "$target/hippocamp"
