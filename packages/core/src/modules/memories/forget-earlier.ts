import type { MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { earlierOnly } from '../forgetting/forgotten.js';
import { contextsHolding, findLater, TELLING_ROW } from '../forgetting/later-words.js';
import { findTraces, redactTraces } from '../forgetting/traces.js';
import { wordingsOf } from '../forgetting/wordings-of.js';
import { takeFromDistilled } from '../lifecycle/withdraw.js';
import type { Burial } from './bury-memories.js';
import { forgetQuoted } from './forget-quoted.js';

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
  const traces = await findTraces(repositories, forgotten);
  const later = await findLater(repositories, { memoryIds: [id], artifactIds: traces.artifactIds });
  const texts = forgotten.flatMap(({ wordings }) => wordings);
  const contextsOf = [...traces.contextsOf, ...contextsHolding(later, texts)];
  // Whose contexts hold its words as they were then.
  const changed = forgotten.length > 0 ? await memories.emptyContexts([id], now, contextsOf) : [];
  const keptIn = await redactTraces(repositories, traces);
  const quoting = await forgetQuoted(repositories, later, { texts, least: TELLING_ROW }, now);
  const spanGoes = forgotten.some(({ span }) => span !== null);
  if (spanGoes) await withoutSpan(repositories, memory, now);
  const { touched } =
    forgotten.length > 0 ? await takeFromDistilled(repositories, [id], { now, tags: new Set() }) : none;
  await history.forget([id]);
  await idempotency.forget([id, ...changed]);
  return { touched: [...(spanGoes ? [id] : []), ...changed, ...quoting, ...touched], keptIn };
}

const none = { touched: [] };
