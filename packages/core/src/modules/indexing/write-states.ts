import type { TenantId } from '@hippocamp/shared/schemas/common';
import { distinctTermIds, memoryFields, withPriors } from '@hippocamp/shared/scoring/lexical';
import type { SparseVector } from '@hippocamp/shared/text/terms';
import type { Lexicon, MemoryText } from '../../ports/lexicon.js';
import type { IndexState } from '../../ports/records.js';
import type { Point, VectorIndex } from '../../ports/vector-index.js';
import { spokenWords } from '../facts/facts.js';
import { textParts } from '../in-parts.js';
import { yieldToEventLoop } from '../waiting.js';
import type { MemoryVectors } from './memory-vectors.js';

/** Runs in the calling thread. */
export const createLexicon = (): Lexicon => ({
  fields: async (texts) => texts.map(({ content, context }) => memoryFields(content, context)),
  termIds: async (texts) => texts.map(distinctTermIds),
});

interface SpokenText extends MemoryText {
  speaker: string | null;
  occurredAt: Date;
}

export interface MemoryFields {
  own: SparseVector;
  context: SparseVector;
}

/** The weights of the terms, with the priors, in the order of the rows. */
export const createMemoryFields =
  (lexicon: Pick<Lexicon, 'fields'>) =>
  async (tenant: TenantId, rows: readonly SpokenText[]): Promise<MemoryFields[]> => {
    const texts = rows.map((row) => ({ content: spokenWords(row), context: row.context }));
    const fields = await lexicon.fields(texts, tenant);
    return rows.flatMap((row, place) => {
      const found = fields[place];
      return found ? [{ own: withPriors(found.own, tenant, row), context: found.context }] : [];
    });
  };

/** Makes the index hold the rows as they are. Answers the ids whose vectors follow. */
export type WriteStates = (tenant: TenantId, states: readonly IndexState[]) => Promise<string[]>;

export function createWriteStates(dependencies: {
  index: Pick<VectorIndex, 'apply' | 'remove'>;
  vectorsOf: MemoryVectors['of'];
  lexicon: Lexicon;
}): WriteStates {
  const { index, vectorsOf } = dependencies;
  const fieldsOf = createMemoryFields(dependencies.lexicon);

  const applyPart = async (tenant: TenantId, part: readonly IndexState[]): Promise<string[]> => {
    const [{ vectors, waiting }, fields] = await Promise.all([vectorsOf(tenant, part), fieldsOf(tenant, part)]);
    const points = part.flatMap((state, position): Point[] => {
      const { id, version, ownerEntityId, tier, tags, sourceArtifactId, sessionId, createdAt, superseded } = state;
      const sparse = fields[position];
      const filters = { ownerEntityId, tier, tags, sourceArtifactId, sessionId, createdAt, superseded };
      return sparse ? [{ id, version, dense: vectors[position] ?? null, sparse, filters }] : [];
    });
    await index.apply(tenant, points);
    return waiting;
  };

  /** A vector that came meanwhile may have been overwritten in the index, so its row is written again. */
  const applyWithLate = async (tenant: TenantId, part: readonly IndexState[]): Promise<string[]> => {
    const waiting = new Set(await applyPart(tenant, part));
    if (waiting.size === 0) return [];
    const rows = part.filter(({ id }) => waiting.has(id));
    const still = new Set((await vectorsOf(tenant, rows)).waiting);
    const late = rows.filter(({ id }) => !still.has(id));
    if (late.length > 0) await applyPart(tenant, late);
    return [...still];
  };

  return async (tenant, states) => {
    const absent = states.filter((state) => state.absent).map(({ id }) => id);
    const waiting: string[] = [];
    for (const part of textParts(states.filter((state) => !state.absent))) {
      waiting.push(...(await applyWithLate(tenant, part)));
      await yieldToEventLoop();
    }
    if (absent.length > 0) await index.remove(tenant, absent);
    return waiting;
  };
}
