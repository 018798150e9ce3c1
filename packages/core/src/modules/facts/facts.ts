import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { FactReader, Reading } from '../../ports/extractor.js';
import { factKey } from './fact-key.js';
import { type Aliases, resolve, selfKey } from './subjects.js';
import { wordKeys } from './word-keys.js';

interface Remembered {
  ownerEntityId: string | null;
  content: string;
  /** `actorId` in it is who the first person is. */
  metadata: Record<string, unknown>;
}

export interface FactKeys {
  factKeys: string[];
  wordKeys: number[];
}

/** Reads what memories say, with the first person resolved to who speaks. */
export interface Facts {
  /** What a candidate says; `speaker` is the labelled one. */
  read(content: string, speaker: string | null, actorId: string | undefined): Reading;
  /** What a stored memory says. */
  readMemory(memory: Pick<Remembered, 'content' | 'metadata'>, aliases: Aliases): Reading;
  /** By what a memory is found when others are compared with it. */
  keys(tenant: TenantId, memory: Remembered): FactKeys;
}

/** Beyond this a text is a document rather than a statement, and is not read for facts. */
const LONGEST = 1000;
const none: Aliases = new Set();
const nothing: Reading = { slots: [], numbers: [], dates: [], names: [], negated: false };

const actorOf = ({ actorId }: Record<string, unknown>) => (typeof actorId === 'string' ? actorId : undefined);

export function createFacts({ reader }: { reader: FactReader }): Facts {
  const readMemory: Facts['readMemory'] = ({ content, metadata }, aliases) =>
    content.length > LONGEST ? nothing : resolve(reader.read(content, null), selfKey(actorOf(metadata)), aliases);
  return {
    read: (content, speaker, actorId) =>
      content.length > LONGEST ? nothing : resolve(reader.read(content, speaker), selfKey(actorId), none),
    readMemory,
    keys: (tenant, memory) => ({
      factKeys: [...new Set(readMemory(memory, none).slots.map(factKey))],
      wordKeys: memory.content.length > LONGEST ? [] : wordKeys(tenant, memory.ownerEntityId, memory.content),
    }),
  };
}
