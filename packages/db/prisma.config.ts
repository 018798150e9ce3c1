import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Nothing is downloaded and nothing is reported: these commands run on wasm, yet the CLI first fetches a native
// engine that they never start, unless it is told of one. Other commands still want the true engine, and get it.
const environment = process.env; // biome-ignore lint/style/noProcessEnv: the Prisma CLI takes these by environment only
environment.CHECKPOINT_DISABLE = '1';
if (['generate', 'validate', 'format'].some((command) => process.argv.includes(command))) {
  environment.PRISMA_SCHEMA_ENGINE_BINARY ??= here('./tools/no-schema-engine.sh');
}

// biome-ignore lint/style/noDefaultExport: Prisma asks for it
export default defineConfig({
  schema: here('./prisma/schema.prisma'),
  migrations: { path: here('./prisma/migrations') },
});
