// For developers, after a change of the engine's version: writes the empty database that every new folder begins as.
//   node tools/make-template.mjs

import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { templatePath } from '@hippocamp/db/engine/empty-database';
import { create } from 'tar';

const folder = await mkdtemp(join(tmpdir(), 'hippocamp-template-'));
try {
  await (await PGlite.create({ dataDir: folder })).close();
  await mkdir(join(templatePath, '..'), { recursive: true });
  const squeeze = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
  });
  await pipeline(create({ cwd: folder, portable: true }, ['.']), squeeze, createWriteStream(templatePath));
  process.stdout.write(`${templatePath}: ${(await stat(templatePath)).size} bytes\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
