import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar';

/** Made by tools/make-template.mjs with the engine of that version; a folder of another is no database to it. */
export const templatePath = fileURLToPath(new URL('../../template/pglite-0.5.14.tar.br', import.meta.url));

/** Makes an empty database in a folder: a copy of one that was made before takes a fraction of the time, and no memory. */
export async function unpackEmptyDatabase(folder: string): Promise<void> {
  await pipeline(createReadStream(templatePath), createBrotliDecompress(), extract({ cwd: folder }));
}
