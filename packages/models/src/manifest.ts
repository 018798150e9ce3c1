import { readFileSync } from 'node:fs';

/** What a model's files hold. */
export interface ModelFile {
  sha256: string;
  /** `base`: as it was published, never changed; `lesson`: what was taught here; `derived`: computed here from the base. */
  kind: 'base' | 'lesson' | 'derived';
}

/** A model that ships. */
export interface Model {
  name: string;
  /** Where its files lie, from this package. */
  folder: string;
  purpose: string;
  source: string;
  licence: string;
  /** What its lesson was taught on; null where nothing was taught here. */
  taughtOn: string | null;
  files: Record<string, ModelFile>;
}

/** The models that ship, as `manifest.json` lists them. */
export const models: readonly Model[] = JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8'));
