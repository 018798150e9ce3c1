import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Nothing is downloaded and nothing is reported: these commands run on wasm, yet the CLI first fetches a native
// engine that they never start, unless it is told of one. Other commands still want the true engine, and get it.
process.env.CHECKPOINT_DISABLE = '1';
if (['generate', 'validate', 'format'].some((command) => process.argv.includes(command))) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= here('./tools/no-schema-engine.sh');
}

export default defineConfig({
  schema: here('./prisma/schema.prisma'),
  migrations: { path: here('./prisma/migrations') },
});
