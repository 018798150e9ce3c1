import { readFileSync } from 'node:fs';

export interface ModelFile {
  sha256: string;
  /** `base`: never changed since it was published; `lesson`: taught here; `derived`: computed here from the base. */
  kind: 'base' | 'lesson' | 'derived';
}

export interface Model {
  name: string;
  /** The folder of its files, relative to this package. */
  folder: string;
  purpose: string;
  source: string;
  licence: string;
  /** The data of its lesson; null where nothing was taught here. */
  taughtOn: string | null;
  files: Record<string, ModelFile>;
}

export const models: readonly Model[] = JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8'));
