import { LocalModelUnavailable } from '@hippocamp/adapters/local-model/unavailable';
import type { EmbedMemories } from '@hippocamp/core/modules/embedding/memory-embedder';
import type { Log } from '@hippocamp/core/ports/log';
import type { SharedModel } from './shared-model.js';

/** By turns with the vectors of the tenant's memories, of which thousands may wait. */
const laneOf = (tenant: string) => `reading ${tenant}`;

/**
 * What statements are judged with: the model whose vectors the heads were trained on, whatever memories are found by. Where it
 * cannot run here that is said once, and words have to do: rejects from then on.
 */
export function createStatementEmbedder(model: SharedModel, log: Log): EmbedMemories {
  let told = false;
  return async (tenant, texts) => {
    try {
      const { embed } = await model.open();
      return await embed(texts, 'memory', laneOf(tenant));
    } catch (error) {
      if (error instanceof LocalModelUnavailable && !told) {
        told = true;
        log.warn(
          { reason: error.message },
          'the model cannot run here: what is worth keeping is judged by words alone, as with READER=rules',
        );
      }
      throw error;
    }
  };
}
