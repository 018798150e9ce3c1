import { Problem } from '@hippocamp/shared/problems';
import { SESSION_LENGTH, type TenantId } from '@hippocamp/shared/schemas/common';
import type { IngestAnswer, ModelReading } from '@hippocamp/shared/schemas/ingest';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Extraction, LlmExtraction } from '../../ports/extractor.js';
import type {
  ArtifactRecord,
  IngestOrder,
  IngestRecord,
  MemoryRepository,
  TenantRecords,
  TenantRepositories,
  TextRead,
} from '../../ports/records.js';
import { contentHash } from '../facts/facts.js';
import { overlapWithAny } from '../text/redaction.js';
import { asJson, type IngestWork } from './ingest-work.js';

interface Readers {
  /** The version of the local reader. */
  readBy: string;
  /** Null when no language model reads. */
  llmExtraction: LlmExtraction | null;
}

const mayGo = (llmExtraction: LlmExtraction, tenant: TenantId, request?: Pick<IngestOrder, 'reader'>): boolean =>
  request?.reader !== 'local' && llmExtraction.maySend(tenant);

/** The reader that will be the last to read a text sent now. */
export const lastReader = (
  { readBy, llmExtraction }: Readers,
  tenant: TenantId,
  request?: Pick<IngestOrder, 'reader'>,
) => (llmExtraction && mayGo(llmExtraction, tenant, request) ? llmExtraction.id : readBy);

/** Undefined without a language model; `off` for a text that is blank, not kept, or may not leave. */
export function readingOf(
  llmExtraction: LlmExtraction | null,
  tenant: TenantId,
  { request, artifactId }: Pick<IngestRecord, 'request' | 'artifactId'>,
): ModelReading | undefined {
  if (!llmExtraction) return undefined;
  const isBlank = request.warnings.some(({ code }) => code === 'blank');
  const goes = artifactId !== null && !isBlank && mayGo(llmExtraction, tenant, request);
  return { state: goes ? 'due' : 'off', added: 0 };
}

/** A part of the text was deleted while the model read it. */
export class TextChanged extends Error {
  override readonly name = 'TextChanged';
  constructor() {
    super('The text was changed while the language model read it; what is left of it is read anew.');
  }
}

/** Call under the lock of the owner, which deletions take too. Rejects with `TextChanged`. */
export async function isDueYet(
  { ingests, artifacts }: Pick<TenantRepositories, 'ingests' | 'artifacts'>,
  { ingest, text }: Pick<IngestWork, 'ingest' | 'text'>,
): Promise<boolean> {
  const now = await ingests.status(ingest.traceId);
  if (now?.state !== 'done' || now.request.model?.state !== 'due') return false;
  const artifact = now.artifactId === null ? null : await artifacts.get(now.artifactId);
  if (artifact?.content !== text) throw new TextChanged();
  return true;
}

/** Adds the model's findings to the answer, without its repeats. */
export function withAdded(answer: IngestAnswer, found: IngestAnswer): IngestAnswer {
  const review = found.rejectedMemories.filter(({ dedupStatus }) => dedupStatus === 'needs_review');
  const [accepted, rejected] = [found.acceptedMemories.length, review.length];
  const { summary } = answer;
  const kept = answer.warnings.filter(({ code }) => accepted === 0 || code !== 'nothing_found');
  const added = found.warnings.filter(({ code }) => code !== 'nothing_found');
  return {
    ...answer,
    summary: {
      candidates: summary.candidates + accepted + rejected,
      accepted: summary.accepted + accepted,
      rejected: summary.rejected + rejected,
    },
    acceptedMemories: [...answer.acceptedMemories, ...found.acceptedMemories],
    rejectedMemories: [...answer.rejectedMemories, ...review],
    warnings: [...new Map([...kept, ...added].map((each) => [each.code, each])).values()],
    ...(found.debug ? { debug: found.debug } : {}),
  };
}

/** True when the model read nothing: its calls are used up or its answer was unusable. */
const isUnread = ({ extractor, warnings }: TextRead, by: string | undefined): boolean =>
  extractor !== by && warnings.some(({ code }) => code.startsWith('llm_'));

export async function endReading(
  { ingests }: Pick<TenantRepositories, 'ingests'>,
  { ingest: { traceId, request }, read }: Pick<IngestWork, 'ingest' | 'read'>,
  found: IngestAnswer,
  { by, now }: { by: string | undefined; now: Date },
): Promise<void> {
  await ingests.answers({ artifactIds: [], traceIds: [traceId] }, { lock: true });
  const [row] = await ingests.results([traceId]);
  const answer = row ? withAdded(row.result as unknown as IngestAnswer, found) : found;
  const state = isUnread(read, by) ? 'failed' : 'done';
  const added = (request.model?.added ?? 0) + found.acceptedMemories.length;
  const model = { state, added } as const;
  await ingests.setModelReading(traceId, model, now, asJson(answer));
}

interface Again {
  artifactId: string;
  /** The version of the local reader. */
  readBy: string;
  /** The reader that would read this request last. A text that it has read is not read again. */
  lastReader(request: IngestOrder): string;
  now: Date;
  /** How long the sweeper leaves the job to the wake-up, ms. */
  sweepAfter: number;
}

const notOfIngest = () => new Problem('unprocessable', 'This text came by no ingest, so nothing was drawn from it.');

const withoutMessages = () =>
  new Problem(
    'unprocessable',
    'The ingest of this talk is past its retention, so nobody knows any more who said what in it; it stays as it is.',
  );

/** Whoever changes a memory may write anything there. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= SESSION_LENGTH;

/** Memories that are looked at for what they tell of their text. Of a text that has more, nobody knows. */
const MOST_DRAWN = 5000;

/** A text whose ingest is gone stays here, unless memories of that ingest tell that it may leave. */
async function mayLeave(memories: MemoryRepository, artifactId: string, traceId: string): Promise<boolean> {
  const told = await memories.readersOf(artifactId, traceId, MOST_DRAWN + 1);
  return told.mayLeave && !told.staysHere && told.count <= MOST_DRAWN;
}

/** Rebuilds an expired request from the artifact and its latest memory. The rest of it is gone. */
async function orderOf(
  { memories }: Pick<TenantRepositories, 'memories'>,
  { id, source, ownerEntityId, metadata }: ArtifactRecord,
  traceId: string,
): Promise<IngestOrder> {
  if (source === 'chat') throw withoutMessages();
  const filter = { sourceArtifactId: id, includeArchived: true, includeSuperseded: true };
  const [drawn] = await memories.getMany(await memories.matching(filter, { before: null, limit: 1 }));
  const { sessionId, actorId } = drawn?.metadata ?? {};
  const home = (await mayLeave(memories, id, traceId)) ? {} : { reader: 'local' as const };
  const origin = {
    ...(isId(sessionId) ? { sessionId } : {}),
    ...(isId(actorId) ? { actorId } : {}),
    ...(drawn ? { occurredAt: drawn.occurredAt.toISOString() } : {}),
  };
  const asked = { source: source as IngestOrder['source'], ownerEntityId, metadata, autoStore: true, debug: false };
  return { ...asked, ...origin, ...home, warnings: [], again: true };
}

/** Restores the ingest of a text whose own is past its retention, as done. */
async function restored(own: TenantRepositories, artifact: ArtifactRecord, traceId: string): Promise<IngestRecord> {
  const request = await orderOf(own, artifact, traceId);
  const empty = { content: null, candidates: null, outcomes: null, result: null, error: null, finishedAt: null };
  const { id: artifactId, createdAt } = artifact;
  const ingest: IngestRecord = { traceId, state: 'done', request, artifactId, createdAt, ...empty };
  await own.ingests.insert(ingest);
  return ingest;
}

/** True when the last reader has read it or will soon. */
const isRead = ({ state, request }: IngestRecord, { lastReader }: Again): boolean =>
  state === 'done' && (request.model?.state === 'due' || request.read?.extractor === lastReader(request));

/** Call in a transaction. The ingest is done already if its last reader has read it. */
export async function beginAgain(own: TenantRepositories, again: Again): Promise<IngestRecord> {
  const { artifactId, readBy, now, sweepAfter } = again;
  const { artifacts, ingests, outbox } = own;
  await artifacts.lock([artifactId]);
  const artifact = await artifacts.get(artifactId);
  if (!artifact) throw new Problem('not-found', 'No artifact has this id.');
  const { ingestTraceId: traceId } = artifact;
  if (traceId === null) throw notOfIngest();
  const known = await ingests.get(traceId);
  if (known && (known.state === 'processing' || isRead(known, again))) return known;
  const ingest = known ?? (await restored(own, artifact, traceId));
  if (ingest.state === 'failed') await ingests.reopen([traceId], now);
  else await ingests.beginAgain(traceId, readBy, now);
  await outbox.enqueue([{ kind: 'ingest', ref: traceId }], now, new Date(now.getTime() + sweepAfter));
  return { ...ingest, state: 'processing' };
}

const hidden = /█+/g;

/** In a text that is read again, forgotten words become spaces instead of blocks. */
export const readable = (text: string, { again }: IngestOrder): string => {
  const plain = withPlainLines(text);
  return again ? plain.replace(hidden, (taken) => ' '.repeat(taken.length)) : plain;
};

/** For a text that is read again: drops what was reworded, replaced or archived since. */
export async function unchanged(
  { memories }: Pick<TenantRecords, 'memories'>,
  { artifactId, request }: IngestRecord,
  extractions: readonly Extraction[],
): Promise<readonly Extraction[]> {
  const { again, ownerEntityId = null } = request;
  if (artifactId === null || !again) return extractions;
  const isReworded = overlapWithAny(await memories.rewordedIn(artifactId));
  const hashes = extractions.map(({ content }) => contentHash(content));
  const retired = new Set(await memories.retiredHashes(ownerEntityId, hashes));
  return extractions.filter((extraction, place) => !retired.has(hashes[place] ?? '') && !isReworded(extraction));
}
