import { MOST_CONTEXT_SOURCES } from '@hippocamp/shared/schemas/memories';
import { MOST_DISTILLED_FROM } from '@hippocamp/shared/schemas/transfer';
import type { TransferMemory } from '../../ports/records.js';
import { inLines } from '../memory-store/compose.js';
import { attributedIn } from '../memory-store/distilled-parts.js';

type Named = Pick<TransferMemory, 'content' | 'context' | 'contextSourceIds' | 'distilledFrom' | 'provenance'>;

/** Only with all its sources a context goes with each of them. */
const withFewerOfContext = <Memory extends Named>(memory: Memory): Memory =>
  memory.contextSourceIds.length <= MOST_CONTEXT_SOURCES
    ? memory
    : { ...memory, context: null, contextSourceIds: memory.contextSourceIds.slice(0, MOST_CONTEXT_SOURCES) };

/** Sentences of sources that are no longer named go too, if they can be told apart. */
function withFewerDistilled<Memory extends Named>(memory: Memory): Memory {
  const { content, distilledFrom, provenance } = memory;
  if (distilledFrom.length <= MOST_DISTILLED_FROM) return memory;
  const sentences = attributedIn(memory)?.slice(0, MOST_DISTILLED_FROM);
  const told = (sentences ?? []).map(({ sourceId }) => sourceId);
  const sources = [...new Set([...told, ...distilledFrom])].slice(0, MOST_DISTILLED_FROM);
  if (!sentences) return { ...memory, distilledFrom: sources };
  const lines = inLines(
    sentences.map(({ sourceId, start, end }) => ({ text: content.slice(start, end), attribution: { sourceId } })),
  );
  return {
    ...memory,
    content: lines.content,
    distilledFrom: sources,
    provenance: { ...provenance, sources, sentences: lines.sentences },
  };
}

/** Earlier releases stored memories with more sources than a line names. */
export const withFewerSources = <Memory extends Named>(memory: Memory): Memory =>
  withFewerOfContext(withFewerDistilled(memory));
