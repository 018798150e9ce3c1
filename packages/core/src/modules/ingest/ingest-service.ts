import { Problem } from '@hippocamp/shared/problems';
import type { IngestAnswer, IngestList, IngestListQuery, IngestRequest } from '@hippocamp/shared/schemas/ingest';
import type { Clock } from '../../ports/clock.js';
import type { LlmExtraction } from '../../ports/extractor.js';
import type { Ids } from '../../ports/ids.js';
import type { JobKey, JobQueue } from '../../ports/job-queue.js';
import { type Language, UnreadableText } from '../../ports/language.js';
import type { IngestOrder, IngestStanding, Records } from '../../ports/records.js';
import { type Caller, ownRecords } from '../caller.js';
import { fallbackOnOutage, type Once, type RunOnce } from '../idempotency/run-once.js';
import { occurredAtOf } from '../memory-store/new-memory.js';
import { createJobFollower, SWEEP_AFTER } from '../outbox/wake-up.js';
import { listPage } from '../paging/list-page.js';
import { createAcceptText, distinct, removedBeside } from './accept-text.js';
import { answerOf, listed, processingAnswer } from './ingest-work.js';
import { beginAgain, lastReader } from './later-reading.js';
import { orderWithoutSecrets } from './order-without-secrets.js';

interface IngestServiceDependencies {
  records: Records;
  queue: JobQueue;
  runOnce: RunOnce;
  language: Pick<Language, 'redact'>;
  redactsSecrets: boolean;
  clock: Clock;
  ids: Ids;
  /** The version of the local reader. */
  readBy: string;
  llmExtraction: LlmExtraction | null;
  /** The longest wait for an ingest before it is answered as processing, ms. */
  wait: number;
  /** Aborted when this process stops. Waiting callers then get the answer that the ingest is processing. */
  leaving?: AbortSignal;
}

export interface IngestWaiting {
  respondAsync: boolean;
  /** The longest wait for the language model as well, ms. Without it, the answer does not wait for the model. */
  waitFor?: number | undefined;
}

export interface IngestService {
  /** Rejects with `unprocessable` when the search for secrets takes too long. Nothing is kept then. */
  ingest(caller: Caller, request: IngestRequest, waiting: IngestWaiting): Promise<Once<IngestAnswer>>;
  /** Reads a stored text again if another reader read it last. */
  readAgain(caller: Caller, artifactId: string, waiting: IngestWaiting): Promise<Once<IngestAnswer>>;
  get(caller: Caller, traceId: string): Promise<IngestAnswer>;
  list(caller: Caller, query: IngestListQuery): Promise<IngestList>;
}

/**
 * An answer mentions its ingest, which shows the raw text, its memories, its reviews and the owner, whose words the
 * unstored candidates are.
 */
const mentionsOf = (
  { traceId, acceptedMemories, rejectedMemories }: IngestAnswer,
  ownerEntityId: string | null,
): string[] => {
  const candidates = [...acceptedMemories, ...rejectedMemories];
  const mentioned = candidates.flatMap(({ memoryId, duplicateOf, reviewId }) => [
    memoryId ?? duplicateOf ?? [],
    reviewId ?? [],
  ]);
  const owners = candidates.flatMap((candidate) => candidate.ownerEntityId ?? []);
  return [...new Set([traceId, ...mentioned.flat(), ...owners, ...(ownerEntityId === null ? [] : [ownerEntityId])])];
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
  const { records, runOnce, language, redactsSecrets, clock, ids, readBy, llmExtraction, wait } = dependencies;
  const followJob = createJobFollower(dependencies);

  const read = async (job: JobKey, missing: () => Problem): Promise<IngestAnswer> => {
    const record = await records.forTenant(job.tenant).ingests.status(job.ref);
    if (!record) throw missing();
    return answerOf(record);
  };

  /** A row may be long: it is read once, when it has ended. */
  const standingOf = async (job: JobKey): Promise<IngestStanding> => {
    const standing = await records.forTenant(job.tenant).ingests.standing(job.ref);
    if (!standing) throw erasedMeanwhile(job);
    return standing;
  };

  const follow = async (ref: JobKey, accepted: IngestAnswer, { respondAsync, waitFor }: IngestWaiting) => {
    const until = waitFor === undefined ? undefined : clock.now().getTime() + Math.min(wait, waitFor);
    const left = () => (until === undefined ? {} : { atMost: Math.max(0, until - clock.now().getTime()) });
    const followed = async (job: JobKey, kept: IngestAnswer, ended: (standing: IngestStanding) => boolean) => {
      const isDone = (standing: IngestStanding | null) => standing !== null && ended(standing);
      const looking = () => fallbackOnOutage(null, () => standingOf(job));
      const standing = await followJob(job, { read: looking, isDone, waits: !respondAsync, ...left() });
      return isDone(standing) ? fallbackOnOutage(kept, () => read(job, () => erasedMeanwhile(job))) : kept;
    };
    const answer = await followed(ref, accepted, ({ state }) => state !== 'processing');
    if (until === undefined || respondAsync || answer.model?.state !== 'due') return answer;
    return followed({ ...ref, kind: 'model' }, answer, ({ model }) => model !== 'due');
  };

  const acceptText = createAcceptText(redactsSecrets ? language.redact : null);

  return {
    async ingest(caller, request, waiting) {
      const { tenant } = caller;
      const { content, ...sent } = request;
      const now = clock.now();
      occurredAtOf(sent.occurredAt, now);
      if (typeof content !== 'string') for (const { at } of content) occurredAtOf(at, now);
      const { text, ...read } = await acceptText(tenant, content).catch(unsearchable);
      const order = redactsSecrets
        ? await orderWithoutSecrets(tenant, sent, language.redact).catch(unsearchable)
        : sent;
      const warnings = order === sent ? read.warnings : distinct([removedBeside, ...read.warnings]);
      const accepted = { ...read, warnings };
      const traceId = ids.next();
      return runOnce<IngestAnswer>(ownRecords(records, caller), caller.idempotency, {
        first: caller.makeOwners,
        resumes: true,
        mentions: (answer) => mentionsOf(answer, request.ownerEntityId ?? null),
        alone: true,
        find: async ({ ingests }) => ((await ingests.isThere(traceId)) ? processingAnswer(traceId, warnings) : null),
        async effect({ ingests }) {
          const { source, ownerEntityId = null, metadata } = order;
          const of = { source, ownerEntityId, metadata, ingestTraceId: traceId, createdAt: now, instructs: null };
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
        finish: (accepted) => follow({ tenant, kind: 'ingest', ref: accepted.traceId }, accepted, waiting),
      });
    },

    readAgain(caller, artifactId, waiting) {
      const { tenant } = caller;
      const last = (request: IngestOrder) => lastReader({ readBy, llmExtraction }, tenant, request);
      const again = { artifactId, readBy, lastReader: last, now: clock.now(), sweepAfter: SWEEP_AFTER };
      return runOnce<IngestAnswer>(ownRecords(records, caller), caller.idempotency, {
        resumes: true,
        mentions: (answer) => mentionsOf(answer, null),
        effect: async (own) => answerOf(await beginAgain(own, again)),
        finish: async (accepted) =>
          accepted.status === 'done'
            ? accepted
            : follow({ tenant, kind: 'ingest', ref: accepted.traceId }, accepted, waiting),
      });
    },

    async list({ tenant }, { state, ...asked }) {
      const { ingests, page } = await listPage(asked, [tenant, 'ingests', state ?? null], (request) =>
        records.forTenant(tenant).ingests.page({ state, ...request }),
      );
      return { ingests: ingests.map(listed), ...page };
    },

    get: ({ tenant }, traceId) =>
      read({ tenant, kind: 'ingest', ref: traceId }, () => new Problem('not-found', 'No ingest has this trace id.')),
  };
}
