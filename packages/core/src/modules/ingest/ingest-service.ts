import { Problem } from '@hippocamp/shared/problems';
import type { IngestAnswer, IngestList, IngestListQuery, IngestRequest } from '@hippocamp/shared/schemas/ingest';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey, JobQueue } from '../../ports/job-queue.js';
import { type Language, UnreadableText } from '../../ports/language.js';
import type { IngestOrder, Records } from '../../ports/records.js';
import { type Caller, ownRecords } from '../caller.js';
import { orAsKept } from '../idempotency/certainly.js';
import type { Once, RunOnce } from '../idempotency/run-once.js';
import { decodeCursor, encodeCursor } from '../memories/cursor.js';
import { occurredAtOf } from '../memories/new-memory.js';
import { createJobFollower, SWEEP_AFTER } from '../outbox/ringing.js';
import { createAcceptText } from './accept.js';
import { answerOf, listed, processingAnswer } from './ingest-work.js';
import { beginAgain } from './read-again.js';

export interface IngestServiceDependencies {
  records: Records;
  queue: JobQueue;
  runOnce: RunOnce;
  language: Pick<Language, 'redact'>;
  /** Whether secrets are taken out of a text before anything of it is written. */
  redactsSecrets: boolean;
  clock: Clock;
  ids: Ids;
  /** Names the reader of now. */
  readBy: string;
  /** How long an ingest is waited for before it is answered as processing, ms. */
  wait: number;
}

export interface IngestService {
  /**
   * Accepts the text in one transaction, hands it to a worker and waits for the result unless `respondAsync`. Rejects with
   * `unprocessable` where the text takes too long to be looked over for secrets; nothing is kept then.
   */
  ingest(caller: Caller, request: IngestRequest, options: { respondAsync: boolean }): Promise<Once<IngestAnswer>>;
  /** Reads a raw text anew where another reader read it last; answers as `ingest` does. */
  readAgain(caller: Caller, artifactId: string, options: { respondAsync: boolean }): Promise<Once<IngestAnswer>>;
  get(caller: Caller, traceId: string): Promise<IngestAnswer>;
  list(caller: Caller, query: IngestListQuery): Promise<IngestList>;
}

const givenUp = ({ traceId, error }: IngestAnswer) =>
  new Problem(
    'dependency-unavailable',
    `Ingest ${traceId} was given up: ${error}. GET /ingest/${traceId} keeps the reason.`,
    {
      retryAfter: 5,
    },
  );

const unknownIngest = () => new Problem('not-found', 'No ingest has this trace id.');

/** The owner too: candidates that were not stored are that owner's words. What repeats a memory says what that says. */
const mentionsOf = ({ acceptedMemories, rejectedMemories }: IngestAnswer, ownerEntityId: string | null): string[] => {
  const candidates = [...acceptedMemories, ...rejectedMemories];
  const told = candidates.flatMap(({ memoryId, duplicateOf, reviewId }) => [
    memoryId ?? duplicateOf ?? [],
    reviewId ?? [],
  ]);
  const owners = candidates.flatMap((candidate) => candidate.ownerEntityId ?? []);
  return [...new Set([...told.flat(), ...owners, ...(ownerEntityId === null ? [] : [ownerEntityId])])];
};

const unsearchable = (error: unknown): never => {
  if (!(error instanceof UnreadableText)) throw error;
  throw new Problem(
    'unprocessable',
    `The text could not be looked over for secrets: ${error.message}. Nothing was kept.`,
  );
};

const erasedMeanwhile = ({ ref }: JobKey) =>
  new Problem(
    'conflict',
    `Ingest ${ref} was erased with its owner or its tenant while it was worked on; nothing of it was kept.`,
  );

export function createIngestService(dependencies: IngestServiceDependencies): IngestService {
  const { records, queue, runOnce, language, redactsSecrets, clock, ids, readBy, wait } = dependencies;
  const followJob = createJobFollower({ queue, clock, wait });

  const read = async (job: JobKey, missing: () => Problem): Promise<IngestAnswer> => {
    const record = await records.forTenant(job.tenant).ingests.status(job.ref);
    if (!record) throw missing();
    return answerOf(record);
  };

  const follow = async (job: JobKey, accepted: IngestAnswer, respondAsync: boolean): Promise<IngestAnswer> => {
    const answer = await followJob(job, {
      read: () => orAsKept(accepted, () => read(job, () => erasedMeanwhile(job))),
      isDone: ({ status }) => status !== 'processing',
      waits: !respondAsync,
    });
    if (answer?.status === 'failed') throw givenUp(answer);
    return answer ?? accepted;
  };

  const acceptText = createAcceptText(redactsSecrets ? language.redact : null);

  return {
    async ingest(caller, request, { respondAsync }) {
      const { tenant } = caller;
      const { content, ...order } = request;
      const now = clock.now();
      occurredAtOf(order.occurredAt, now);
      if (typeof content !== 'string') for (const { at } of content) occurredAtOf(at, now);
      const { text, ...accepted } = await acceptText(tenant, content).catch(unsearchable);
      const { warnings } = accepted;
      const traceId = ids.next();
      return runOnce<IngestAnswer>(ownRecords(records, caller), caller.idempotency, {
        patience: wait + SWEEP_AFTER,
        mentions: (answer) => mentionsOf(answer, request.ownerEntityId ?? null),
        alone: true,
        find: async ({ ingests }) => ((await ingests.isThere(traceId)) ? processingAnswer(traceId, warnings) : null),
        async effect({ ingests }) {
          const { source, ownerEntityId = null, metadata } = order;
          const of = { source, ownerEntityId, metadata, ingestTraceId: traceId, createdAt: now };
          const artifact = request.autoStore && text !== '' ? { id: ids.next(), content: text, ...of } : null;
          const kept: IngestOrder = { ...order, ...accepted };
          const ingest = {
            traceId,
            request: kept,
            content: artifact ? null : text,
            createdAt: now,
            readBy,
          };
          await ingests.accept(ingest, artifact, { at: now, dueAt: new Date(now.getTime() + SWEEP_AFTER) });
          return processingAnswer(traceId, warnings);
        },
        finish: (accepted) => follow({ tenant, kind: 'ingest', ref: accepted.traceId }, accepted, respondAsync),
      });
    },

    readAgain(caller, artifactId, { respondAsync }) {
      const { tenant } = caller;
      const again = { artifactId, readBy, now: clock.now(), sweepAfter: SWEEP_AFTER };
      return runOnce<IngestAnswer>(ownRecords(records, caller), caller.idempotency, {
        patience: wait + SWEEP_AFTER,
        mentions: (answer) => mentionsOf(answer, null),
        effect: async (own) => answerOf(await beginAgain(own, again)),
        finish: async (begun) =>
          begun.status === 'done' ? begun : follow({ tenant, kind: 'ingest', ref: begun.traceId }, begun, respondAsync),
      });
    },

    async list(caller, { state, offset, limit, cursor }) {
      const scope = [caller.tenant, 'ingests', state ?? null];
      const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
      const page = await records.forTenant(caller.tenant).ingests.page({ state, limit, offset, after });
      return {
        ingests: page.ingests.map(listed),
        total: page.total,
        offset,
        limit,
        nextCursor: page.last ? encodeCursor(page.last, scope) : null,
      };
    },

    get: (caller, traceId) => read({ tenant: caller.tenant, kind: 'ingest', ref: traceId }, unknownIngest),
  };
}
