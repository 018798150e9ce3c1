import { readdirSync, readFileSync } from 'node:fs';
import type { Document } from './compare-documents.js';

export const KEPT = new URL('../../../../../docs/openapi/', import.meta.url);

const partsOf = (version: string) => version.split('.').map(Number);

const byVersion = (one: string, other: string): number => {
  const [mine, theirs] = [partsOf(one), partsOf(other)];
  const at = mine.findIndex((part, position) => part !== theirs[position]);
  return at < 0 ? 0 : (mine[at] ?? 0) - (theirs[at] ?? 0);
};

export const lastKept = (): { version: string; document: Document } => {
  const versions = readdirSync(KEPT).flatMap((file) => /^(\d+\.\d+\.\d+)\.json$/.exec(file)?.[1] ?? []);
  const version = versions.sort(byVersion).at(-1);
  if (!version) throw new Error('no document is kept; npm run keep-release writes one');
  return { version, document: JSON.parse(readFileSync(new URL(`${version}.json`, KEPT), 'utf8')) as Document };
};
