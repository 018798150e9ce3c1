import type { MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { earlierOnly } from '../forgetting/forgotten.js';
import { wordingsOf } from '../forgetting/wordings-of.js';
import { takeFromDistilled } from '../lifecycle/withdraw.js';
import type { Burial } from './bury-memories.js';
import { findWords, takeOut } from './forget-quoted.js';

/** What it was drawn from no longer stands there. */
const withoutSpan = async ({ memories, outbox }: TenantRepositories, memory: MemoryRecord, now: Date) => {
  const { sourceSpan: _span, ...provenance } = memory.provenance ?? {};
  await memories.update(memory.id, { span: null, ...(memory.provenance && { provenance }) }, now);
  await outbox.ring([{ kind: 'index', ref: memory.id }], now, now);
};

/**
 * Takes out what a memory said before it was changed: its history, and its earlier words in contexts, raw texts, answers of
 * ingests, stored answers and distilled memories. Answers the rows that have to be indexed after the commit.
 */
export async function forgetEarlier(
  repositories: TenantRepositories,
  memory: MemoryRecord,
  now: Date,
): Promise<Omit<Burial, 'entities'>> {
  const { memories, history, idempotency } = repositories;
  const { id } = memory;
  const forgotten = (await wordingsOf(repositories, [id]))
    .map(earlierOnly)
    .filter(({ wordings }) => wordings.length > 0);
  const words = await findWords(repositories, [id], forgotten);
  // Whose contexts hold its words as they were then.
  const changed = forgotten.length > 0 ? await memories.emptyContexts([id], now, words.contextsOf) : [];
  const { keptIn, quoting } = await takeOut(repositories, words, now);
  const spanGoes = forgotten.some(({ span }) => span !== null);
  if (spanGoes) await withoutSpan(repositories, memory, now);
  const { touched } =
    forgotten.length > 0 ? await takeFromDistilled(repositories, [id], { now, tags: new Set() }) : none;
  await history.forget([id]);
  await idempotency.forget([id, ...changed]);
  return { touched: [...(spanGoes ? [id] : []), ...changed, ...quoting, ...touched], keptIn };
}

const none = { touched: [] };
