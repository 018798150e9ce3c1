import { Problem } from '@hippocamp/shared/problems';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import type { Extraction } from '../../ports/extractor.js';
import type {
  ArtifactRecord,
  IngestOrder,
  IngestRecord,
  TenantRecords,
  TenantRepositories,
} from '../../ports/records.js';
import { contentHash } from '../facts/facts.js';
import { overlap } from '../forgetting/redaction.js';
import { staysHere } from '../model/without-secrets.js';

/** Reads kept texts anew: an ingest begins once more, in its place in its talk and with what it was asked for. */

export interface Again {
  artifactId: string;
  /** Names the local reader of now. */
  readBy: string;
  /** Names who reads a request last; what that has read is not read anew. */
  lastReader(request: IngestOrder): string;
  now: Date;
  /** After how long the job is looked for where nobody heard the bell, ms. */
  sweepAfter: number;
}

const notOfIngest = () => new Problem('unprocessable', 'This text came by no ingest, so nothing was drawn from it.');

const withoutMessages = () =>
  new Problem(
    'unprocessable',
    'The ingest of this talk is past its retention, so nobody knows any more who said what in it; it stays as it is.',
  );

/** What is known of how it was told; what else the request said went with its ingest. */
async function orderOf(
  { memories }: Pick<TenantRepositories, 'memories'>,
  { id, source, ownerEntityId, metadata }: ArtifactRecord,
): Promise<IngestOrder> {
  if (source === 'chat') throw withoutMessages();
  const filter = { sourceArtifactId: id, includeArchived: true, includeSuperseded: true };
  const [drawn] = await memories.getMany((await memories.matching(filter)).slice(-1));
  const { sessionId, actorId } = drawn?.metadata ?? {};
  // Where nobody knows whether it may, it goes nowhere.
  const home = !drawn || staysHere(drawn) ? { reader: 'local' as const } : {};
  const told = {
    ...(typeof sessionId === 'string' ? { sessionId } : {}),
    ...(typeof actorId === 'string' ? { actorId } : {}),
    ...(drawn ? { occurredAt: drawn.occurredAt.toISOString() } : {}),
  };
  const asked = { source: source as IngestOrder['source'], ownerEntityId, metadata, autoStore: true, debug: false };
  return { ...asked, ...told, ...home, warnings: [], again: true };
}

/** The ingest of a text whose own is past its retention, done as far as anybody knows. */
async function restored(own: TenantRepositories, artifact: ArtifactRecord, traceId: string): Promise<IngestRecord> {
  const request = await orderOf(own, artifact);
  const empty = { content: null, candidates: null, outcomes: null, result: null, error: null, finishedAt: null };
  const { id: artifactId, createdAt } = artifact;
  const ingest: IngestRecord = { traceId, state: 'done', request, artifactId, createdAt, ...empty };
  await own.ingests.insert(ingest);
  return ingest;
}

/** By the last reader, or to be read by it soon. */
const isRead = ({ state, request }: IngestRecord, { lastReader }: Again): boolean =>
  state === 'done' && (request.model?.state === 'due' || request.read?.extractor === lastReader(request));

/** In a transaction. Answers the ingest: under way, or done where the reader of now has read it. */
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
  const begun = known ?? (await restored(own, artifact, traceId));
  if (begun.state === 'failed') await ingests.reopen([traceId], now);
  else await ingests.beginAgain(traceId, readBy, now);
  await outbox.ring([{ kind: 'ingest', ref: traceId }], now, new Date(now.getTime() + sweepAfter));
  return { ...begun, state: 'processing' };
}

const hidden = /█+/g;

/** The text for its reader. Where it is read anew, what was taken out of it since is a gap and no word. */
export const readable = (text: string, { again }: IngestOrder): string => {
  const plain = withPlainLines(text);
  return again ? plain.replace(hidden, (taken) => ' '.repeat(taken.length)) : plain;
};

/**
 * Of a text that is read anew, without what a client has put in other words since, which hold and not those of the text, and
 * without what was kept and is replaced or archived by now.
 */
export async function unchanged(
  { memories }: Pick<TenantRecords, 'memories'>,
  { artifactId, request }: IngestRecord,
  extractions: readonly Extraction[],
): Promise<readonly Extraction[]> {
  const { again, ownerEntityId = null } = request;
  if (artifactId === null || !again) return extractions;
  const reworded = await memories.rewordedIn(artifactId);
  const hashes = extractions.map(({ content }) => contentHash(content));
  const retired = new Set(await memories.retiredHashes(ownerEntityId, hashes));
  return extractions.filter(
    (extraction, place) =>
      !retired.has(hashes[place] ?? '') && !reworded.some((changed) => overlap(changed, extraction)),
  );
}
