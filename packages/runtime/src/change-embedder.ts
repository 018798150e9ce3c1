import { createMemoryVectors } from '@hippocamp/core/modules/indexing/memory-vectors';
import { type ReindexDependencies, reindex } from '@hippocamp/core/modules/upkeep/reindex';
import { withoutText } from '@hippocamp/core/ports/log';
import type { Components } from './components.js';

export async function changeOf(
  { records, embedderInUse, embedMemories, clock }: Components,
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

/** Returns the stop. A stopped move goes on at the next start. Guessed constants wait for `npm run reindex`. */
export function changeBehind(components: Components): () => Promise<void> {
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
    await reindex({ ...components, ...parts, onProgress: () => undefined, check });
  };
  log.info({ embedder: id }, 'memories get vectors of another embedder behind the service');
  const work = change().then(
    () => log.info({ embedder: id }, 'all memories have the vectors of the other embedder'),
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
