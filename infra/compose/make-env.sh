#!/bin/sh
# Prints what docker-compose.yml has no default for: sh infra/compose/make-env.sh > .env
set -eu
for name in POSTGRES_PASSWORD REDIS_PASSWORD QDRANT_API_KEY KEY_PEPPER; do
  printf '%s=%s\n' "$name" "$(od -An -vtx1 -N32 /dev/urandom | tr -d ' \n')"
done
