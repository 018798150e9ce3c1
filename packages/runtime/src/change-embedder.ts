import { createMemoryVectors } from '@hippocamp/core/modules/indexing/memory-vectors';
import { type Refused, type ReindexDependencies, reindex } from '@hippocamp/core/modules/upkeep/reindex';
import { type Log, withoutText } from '@hippocamp/core/ports/log';
import type { Components } from './components.js';

type Changing = Pick<
  Components,
  'records' | 'index' | 'lexicon' | 'memoryVectors' | 'embedMemories' | 'embedderInUse' | 'reconciler' | 'clock' | 'log'
>;

export async function changeOf(
  { records, embedderInUse, embedMemories, clock }: Changing,
  check?: () => void,
): Promise<Partial<Pick<ReindexDependencies, 'memoryVectors' | 'change'>>> {
  const wanted = await embedderInUse.wanted()?.open(check);
  if (!wanted) return {};
  const model = { id: wanted.id, dimensions: wanted.dimensions };
  const activate = async () => {
    await records.embedders.activate(model, clock.now());
    await embedderInUse.follow();
  };
  return {
    memoryVectors: createMemoryVectors({ embedder: wanted, embedMemories, records }),
    change: { model, activate },
  };
}

class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Memories that one line names. */
const NAMED = 100;

function tellEnd(log: Log, embedder: string, refused: readonly Refused[]): void {
  const memories = refused.slice(0, NAMED);
  const fields = { embedder, count: refused.length, memories };
  if (refused.length === 0) log.info({ embedder }, 'all memories have the vectors of the other embedder');
  else log.warn(fields, 'the other embedder refuses some memories; words find them');
}

/** Returns the stop. A stopped move goes on at the next start. Guessed constants wait for `npm run reindex`. */
export function changeBehind(components: Changing): () => Promise<void> {
  const { log, embedderInUse } = components;
  const wanted = embedderInUse.wanted();
  if (!wanted || embedderInUse.isGuessed()) return async () => undefined;
  const { id } = wanted;
  let stopped = false;
  const check = () => {
    if (stopped) throw new Stopped();
  };
  const change = async () => {
    const parts = await changeOf(components, check);
    return reindex({ ...components, ...parts, onProgress: () => undefined, check });
  };
  log.info({ embedder: id }, 'memories get vectors of another embedder behind the service');
  const work = change().then(
    (refused) => tellEnd(log, id, refused),
    (error: unknown) => {
      if (!stopped)
        log.warn(
          { embedder: id, ...withoutText(error) },
          'not all memories could be given new vectors; the next start goes on',
        );
    },
  );
  return async () => {
    stopped = true;
    await work;
  };
}
