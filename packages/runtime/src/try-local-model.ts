import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';

/** Starts the model that ships and ends it. Answers why it cannot run here, or null where it can. */
export async function tryLocalModel(): Promise<string | null> {
  try {
    const model = await createLocalModel({ threads: 1 });
    await model.close();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
