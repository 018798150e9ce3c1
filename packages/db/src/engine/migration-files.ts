import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface MigrationFile {
  name: string;
  script: string;
}

/** From `dist/engine` and from `src/engine` alike. */
const FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** In the order in which they are applied. */
export async function readMigrationFiles(folder = FOLDER): Promise<MigrationFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, script: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const checksumOf = ({ script }: MigrationFile) => sha256(script);

/** As Prisma has it: a checkout that changed the line ends did not change the migration. */
export function hasChecksum({ script }: MigrationFile, checksum: string): boolean {
  const unix = script.replaceAll('\r\n', '\n');
  return [script, unix, unix.replaceAll('\n', '\r\n')].some((variant) => sha256(variant) === checksum);
}
