import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** MiB on the disk. */
export interface Installed {
  /** `npm ci`, and `npm ci --omit=dev`. */
  all: number;
  service: number;
  /** Included in both: binaries of the model runtime for other platforms, which an image leaves out. */
  elsewhere: number;
  packages: { name: string; size: number; dev: boolean }[];
}

interface Locked {
  link?: boolean;
  dev?: boolean;
}

const BLOCK = 512;

/** Bytes on the disk, without nested packages. */
function sizeOf(path: string): number {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return (entry?.blocks ?? 0) * BLOCK;
  const inside = readdirSync(path).filter((name) => name !== 'node_modules');
  return inside.reduce((sum, name) => sum + sizeOf(join(path, name)), entry.blocks * BLOCK);
}

const mebibytes = (bytes: number) => bytes / 2 ** 20;

/** Packages for other platforms are in the lock file but count 0, since they are not installed. */
export function measureInstall(root: string): Installed {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const found = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { dev = false }]) => ({ name: path, size: mebibytes(sizeOf(join(root, path))), dev }))
    .sort((first, second) => second.size - first.size);
  const sum = (of: typeof found) => of.reduce((all, { size }) => all + size, 0);
  const binaries = join(root, 'node_modules/onnxruntime-node/bin/napi-v6');
  const here = join(binaries, process.platform, process.arch);
  return {
    all: sum(found),
    service: sum(found.filter(({ dev }) => !dev)),
    elsewhere: mebibytes(sizeOf(binaries) - sizeOf(here)),
    packages: found,
  };
}
