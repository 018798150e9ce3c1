import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PinnedPackage {
  name: string;
  version: string;
  /** SHA-512 of the tarball, as in a lock file. */
  integrity: string;
}

/** Runs nothing of the package. Returns the folder of its files. */
export async function fetchPackage({ name, version, integrity }: PinnedPackage, folder: string): Promise<string> {
  await run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder], { cwd: folder });
  const tarball = join(folder, `${name}-${version}.tgz`);
  const found = `sha512-${createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${version} has changed: ${found} instead of ${integrity}`);
  const target = join(folder, name);
  await mkdir(target);
  await run('tar', ['-xzf', tarball, '-C', target]);
  return join(target, 'package');
}
