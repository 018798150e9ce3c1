import { readdirSync } from 'node:fs';
import { readText, root } from '../infra/compose-file.js';
import { type Block, readBlocks } from './blocks.js';

const foldersOf = (path: string) =>
  readdirSync(new URL(path, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}${name}/`);

const readmesIn = (folder: string) =>
  readdirSync(new URL(folder, root)).flatMap((file) => (file === 'README.md' ? [`${folder}${file}`] : []));

const docs = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)
  .sort();

export const pages: readonly { page: string; blocks: readonly Block[] }[] = [
  'README.md',
  ...docs,
  ...['apps/', 'packages/'].flatMap(foldersOf).flatMap(readmesIn),
].map((page) => ({ page, blocks: readBlocks(page, readText(page)) }));
