import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar';

/** Made by tools/make-template.mjs with this version of the engine; other versions cannot read it. */
export const templatePath = fileURLToPath(new URL('../../template/pglite-0.5.14.tar.br', import.meta.url));

/** Unpacking takes a fraction of the time of making one, and no memory. */
export async function unpackEmptyDatabase(folder: string): Promise<void> {
  await pipeline(createReadStream(templatePath), createBrotliDecompress(), extract({ cwd: folder }));
}
