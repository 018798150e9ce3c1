#!/bin/sh
# Stands in for Prisma's native schema engine where the command does not need one; see prisma.config.ts.
echo 'There is no native schema engine here. Use "node tools/migrate.mjs", or set PRISMA_SCHEMA_ENGINE_BINARY to a real one.' >&2
exit 1
