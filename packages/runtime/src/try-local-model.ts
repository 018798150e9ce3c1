import { createLocalModel } from '@hippocamp/adapters/local-model/embedder';

/** Why the shipped model cannot run here; null where it can. */
export async function tryLocalModel(): Promise<string | null> {
  try {
    const model = await createLocalModel({ threads: 1 });
    await model.close();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
