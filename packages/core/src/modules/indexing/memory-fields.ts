import type { TenantId } from '@hippocamp/shared/schemas/common';
import { withPriors } from '@hippocamp/shared/scoring/priors';
import type { SparseVector } from '@hippocamp/shared/text/sparse';
import type { Lexicon, MemoryText } from '../../ports/lexicon.js';
import { spokenWords } from '../memories/spoken-words.js';

/** A memory as far as its words go. */
export interface SpokenText extends MemoryText {
  speaker: string | null;
  occurredAt: Date;
}

/** The sparse fields of a memory's point. */
export interface MemoryFields {
  own: SparseVector;
  context: SparseVector;
}

/** What an index holds of the words of memories, in their order: their terms and what speaks for them beforehand. */
export const createMemoryFields =
  (lexicon: Pick<Lexicon, 'fields'>) =>
  async (tenant: TenantId, rows: readonly SpokenText[]): Promise<MemoryFields[]> => {
    const fields = await lexicon.fields(rows.map((row) => ({ content: spokenWords(row), context: row.context })));
    return rows.flatMap((row, place) => {
      const found = fields[place];
      return found ? [{ own: withPriors(found.own, tenant, row), context: found.context }] : [];
    });
  };
