import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { IngestAnswer, ModelReading } from '@hippocamp/shared/schemas/ingest';
import type { ModelReader } from '../../ports/extractor.js';
import type { IngestOrder, IngestRecord, TenantRepositories, TextRead } from '../../ports/records.js';
import { asJson, type IngestWork } from './ingest-work.js';

/** What a language model adds to a text that the local reader has read and that was answered. */

interface Readers {
  /** Names the local reader of now. */
  readBy: string;
  /** Null where no language model reads. */
  modelReader: ModelReader | null;
}

const mayGo = (modelReader: ModelReader, tenant: TenantId, request?: Pick<IngestOrder, 'reader'>): boolean =>
  request?.reader !== 'local' && modelReader.maySend(tenant);

/** Names who reads last what is handed in now. */
export const lastReader = (
  { readBy, modelReader }: Readers,
  tenant: TenantId,
  request?: Pick<IngestOrder, 'reader'>,
) => (modelReader && mayGo(modelReader, tenant, request) ? modelReader.id : readBy);

/** What is to come of a text that the local reader has read; undefined where no language model reads. What is kept nowhere cannot be read later. */
export function readingOf(
  modelReader: ModelReader | null,
  tenant: TenantId,
  { request, artifactId }: Pick<IngestRecord, 'request' | 'artifactId'>,
): ModelReading | undefined {
  if (!modelReader) return undefined;
  const isBlank = request.warnings.some(({ code }) => code === 'blank');
  const goes = artifactId !== null && !isBlank && mayGo(modelReader, tenant, request);
  return { state: goes ? 'due' : 'off', added: 0 };
}

/** The text is not the one any more that was read: something of it was deleted. */
export class TextChanged extends Error {
  override readonly name = 'TextChanged';
  constructor() {
    super('The text was changed while the language model read it; what is left of it is read anew.');
  }
}

/** Under the lock of the owner, which whoever deletes has too. False where it is not due any more. Rejects with `TextChanged`. */
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

/** The answer with what the model found; what it repeats is not told. */
export function withAdded(answer: IngestAnswer, found: IngestAnswer): IngestAnswer {
  const review = found.rejectedMemories.filter(({ dedupStatus }) => dedupStatus === 'needs_review');
  const [accepted, rejected] = [found.acceptedMemories.length, review.length];
  const { summary } = answer;
  const kept = answer.warnings.filter(({ code }) => accepted === 0 || code !== 'nothing_found');
  const told = found.warnings.filter(({ code }) => code !== 'nothing_found');
  return {
    ...answer,
    summary: {
      candidates: summary.candidates + accepted + rejected,
      accepted: summary.accepted + accepted,
      rejected: summary.rejected + rejected,
    },
    acceptedMemories: [...answer.acceptedMemories, ...found.acceptedMemories],
    rejectedMemories: [...answer.rejectedMemories, ...review],
    warnings: [...new Map([...kept, ...told].map((each) => [each.code, each])).values()],
    ...(found.debug ? { debug: found.debug } : {}),
  };
}

/** Whether the model read nothing of it, because its calls are used up or what it answered cannot be used. */
const isUnread = ({ extractor, warnings }: TextRead, by: string | undefined): boolean =>
  extractor !== by && warnings.some(({ code }) => code.startsWith('llm_'));

/** Writes what was added to the answer that is there. */
export async function endReading(
  { ingests }: Pick<TenantRepositories, 'ingests'>,
  { ingest: { traceId }, read }: Pick<IngestWork, 'ingest' | 'read'>,
  found: IngestAnswer,
  { by, now }: { by: string | undefined; now: Date },
): Promise<void> {
  const [row] = await ingests.results({ artifactIds: [], traceIds: [traceId] }, { lock: true });
  const answer = row ? withAdded(row.result as unknown as IngestAnswer, found) : found;
  const state = isUnread(read, by) ? 'failed' : 'done';
  const model = { state, added: found.acceptedMemories.length } as const;
  await ingests.setModelReading(traceId, model, now, asJson(answer));
}
