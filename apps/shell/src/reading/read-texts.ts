import { type Hippocamp, HippocampProblem, WorkFailed } from '@hippocamp/sdk';

export interface Reading {
  signal: AbortSignal;
  onProgress(done: number): void;
}

export interface ReadTexts {
  read: number;
  kept: number;
  repeats: number;
  /** Statements that wait for a person's decision. */
  waiting: number;
  refused: { id: string; message: string }[];
}

/** Errors of one text; the next may still be read. */
const isOfTheText = (error: unknown): error is HippocampProblem | WorkFailed =>
  error instanceof WorkFailed ||
  (error instanceof HippocampProblem && ['not-found', 'unprocessable', 'conflict'].includes(error.problem));

/** Reads one after the other, so that each is read after what was said before it. */
export async function readTexts(
  client: Pick<Hippocamp, 'artifacts' | 'ingests'>,
  texts: readonly { id: string }[],
  { signal, onProgress }: Reading,
): Promise<ReadTexts> {
  const found: ReadTexts = { read: 0, kept: 0, repeats: 0, waiting: 0, refused: [] };
  const read = async (id: string): Promise<void> => {
    const started = await client.artifacts.read(id, { signal });
    const answer = started.status === 'done' ? started : await client.ingests.wait(started.traceId, { signal });
    found.read += 1;
    found.kept += answer.summary.accepted;
    const waiting = answer.rejectedMemories.filter(({ reviewId }) => reviewId !== undefined).length;
    found.waiting += waiting;
    found.repeats += answer.summary.rejected - waiting;
  };
  for (const [done, { id }] of texts.entries()) {
    signal.throwIfAborted();
    onProgress(done);
    await read(id).catch((error: unknown) => {
      if (!isOfTheText(error)) throw error;
      found.refused.push({ id, message: error.message });
    });
  }
  return found;
}
