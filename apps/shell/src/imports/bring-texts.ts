import { type Hippocamp, HippocampProblem, WorkFailed } from '@hippocamp/sdk';
import type { Journal } from './journal.js';
import type { Part } from './parts.js';
import { keyOf } from './record-ids.js';

export interface BroughtTexts {
  parts: number;
  sent: number;
  accepted: number;
  rejected: number;
  sentBefore: number;
  refused: { title: string; message: string }[];
}

export interface IngestClient extends Pick<Hippocamp, 'ingestAndWait'> {
  memories: Pick<Hippocamp['memories'], 'list'>;
}

export interface Bringing {
  client: IngestClient;
  journal: Pick<Journal, 'has' | 'add'>;
  signal: AbortSignal;
  from: string;
  onProgress(done: number, title: string): void;
}

/** Errors of one part only; other parts may still be sent. */
const ofThePart: readonly string[] = ['validation-failed', 'unprocessable', 'payload-too-large', 'conflict'];
const isOfThePart = (error: unknown): error is HippocampProblem | WorkFailed =>
  error instanceof WorkFailed || (error instanceof HippocampProblem && ofThePart.includes(error.problem));

const everything = { limit: 1, includeArchived: true, includeSuperseded: true } as const;

/** Asks the service, as a journal may be lost or lie on another machine. */
const holds = async ({ client, signal }: Bringing, metadata: Record<string, unknown>): Promise<boolean> =>
  (await client.memories.list({ ...everything, metadata }, { signal })).memories.length > 0;

/** A part enters the journal once the service has answered. */
export async function bringTexts(parts: readonly Part[], bringing: Bringing): Promise<BroughtTexts> {
  const { client, journal, signal, from, onProgress } = bringing;
  const brought: BroughtTexts = { parts: parts.length, sent: 0, accepted: 0, rejected: 0, sentBefore: 0, refused: [] };
  const mayHold = parts.length > 0 && (await holds(bringing, { importedFrom: from }));
  const send = async (part: Part): Promise<void> => {
    const request = part.requestWithout(journal.has);
    const isNew = !part.marks.some(journal.has);
    const isThere = request && isNew && mayHold && (await holds(bringing, { importKey: part.importKey }));
    if (!request || isThere) brought.sentBefore += 1;
    else {
      // Made of the request, so that the service knows it again if this program is killed before the answer.
      const options = { idempotencyKey: keyOf(request), signal };
      const { summary } = await client.ingestAndWait(request, options);
      brought.sent += 1;
      brought.accepted += summary.accepted;
      brought.rejected += summary.rejected;
    }
    if (request) await journal.add(part.marks);
  };
  for (const [done, part] of parts.entries()) {
    signal.throwIfAborted();
    onProgress(done, part.title);
    await send(part).catch((error: unknown) => {
      if (!isOfThePart(error)) throw error;
      brought.refused.push({ title: part.title, message: error instanceof WorkFailed ? error.message : error.detail });
    });
  }
  return brought;
}
