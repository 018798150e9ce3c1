import { createHash } from 'node:crypto';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { LRUCache } from 'lru-cache';
import { type Language, orUnread } from '../../ports/language.js';

/** Of each text that a model may be shown, whether it tries to steer whoever reads it; so is said of what cannot be looked at. */
export type Screen = (tenant: string, texts: readonly string[]) => Promise<boolean[]>;

/** Characters of the texts of one call that are looked at, and how many texts. */
const [MOST_CHARACTERS, MOST_TEXTS] = [64_000, 500];
/** Verdicts that are remembered: tags, speakers and names come again and again. */
const REMEMBERED = 5000;

const keyOf = (text: string) => createHash('sha256').update(text).digest('base64');

export function createScreen({ language }: { language: Pick<Language, 'read'> }): Screen {
  const known = new LRUCache<string, boolean>({ max: REMEMBERED });

  /** As many as may be looked at in one call. */
  const within = (texts: readonly string[]) => {
    let characters = 0;
    return texts.slice(0, MOST_TEXTS).filter(({ length }) => {
      characters += length;
      return characters <= MOST_CHARACTERS;
    });
  };

  return async (tenant, texts) => {
    const unknown = within([...new Set(texts)].filter((text) => !known.has(keyOf(text))));
    const asked = unknown.map((content) => ({ content, speaker: '' }));
    const readings = await orUnread(language.read(tenant as TenantId, asked), []);
    const found = new Map(texts.map((text) => [text, known.get(keyOf(text))]));
    for (const [place, reading] of readings.entries()) {
      const text = unknown[place] ?? '';
      const steers = reading.marks.includes('instructs');
      found.set(text, steers);
      known.set(keyOf(text), steers);
    }
    return texts.map((text) => found.get(text) ?? true);
  };
}
