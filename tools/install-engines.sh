#!/usr/bin/env bash
# Installs PostgreSQL, Redis and Python's venv from the distribution where they are missing and where that is allowed (root on Debian or
# Ubuntu). Nothing is started: the tests start servers of their own. Elsewhere it changes nothing, and the tests say what
# they lack.
set -euo pipefail

have_postgres() { command -v initdb >/dev/null && command -v postgres >/dev/null; }
have_redis() { command -v redis-server >/dev/null; }
have_python() { python3 -c 'import ensurepip, venv' 2>/dev/null; }

packages=()
have_postgres || [ -n "${DATABASE_URL:-}" ] || packages+=(postgresql)
have_redis || [ -n "${REDIS_URL:-}" ] || packages+=(redis-server)
have_python || packages+=(python3-venv)

if [ ${#packages[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing ${packages[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${packages[@]}" >/dev/null
fi

# Debian keeps the programs of PostgreSQL off the PATH.
if ! have_postgres; then
  for folder in /usr/lib/postgresql/*/bin; do
    if [ -x "$folder/initdb" ]; then ln -sf "$folder"/{initdb,postgres,pg_ctl} /usr/local/bin/; fi
  done
fi
