import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Extraction, Extractor } from '../../ports/extractor.js';
import type { Language } from '../../ports/language.js';
import type { IngestOrder, IngestRecord, IngestRepository, SessionPlace, TextRead } from '../../ports/records.js';
import { corrected } from './corrected.js';
import { dated } from './dated.js';
import { withoutGone } from './earlier-words.js';
import { asJson, type IngestWork } from './ingest-work.js';
import { createKnownNear, type KnownNearDependencies } from './known-near.js';
import { readable, unchanged } from './read-again.js';
import { withoutSentBack } from './sent-back.js';
import { awaitTurn } from './session-order.js';
import { saidBefore, sessionPlace, sourceText } from './session-window.js';

export interface ExtractingDependencies extends KnownNearDependencies {
  language: Language;
  /** Who says what a text tells that is worth keeping. */
  extractor: Extractor;
  clock: Clock;
}

interface TextToRead {
  ingest: IngestRecord;
  order: IngestOrder;
  text: string;
}

/** What a text tells, and who read it. */
export interface ReadOnce {
  extractions: Extraction[];
  read: TextRead;
}

/** Earlier versions kept the context itself; those are found again, the same ones. */
const hasPlaces = ({ context }: Extraction) => typeof context !== 'string';

/** Waits for its turn and looks up what was said before; an ingest of no session does neither. */
async function readInSession(ingests: IngestRepository, session: SessionPlace | null, now: Date) {
  if (session === null) return { late: [], before: [] };
  const late = await awaitTurn(ingests, session, now);
  return { late, before: await saidBefore(ingests, session) };
}

/** Extracts the candidates of a text, once, whatever becomes of the worker: what was read is kept with who read it. */
export function createExtract(dependencies: ExtractingDependencies) {
  const { records, language, extractor, clock } = dependencies;
  const knownNear = createKnownNear(dependencies);
  const readBefore: TextRead = { ...language.versions, warnings: [] };

  const readOnce = async (tenant: TenantId, { ingest, order, text }: TextToRead): Promise<ReadOnce> => {
    const known = ingest.candidates as unknown as Extraction[] | null;
    if (known?.every(hasPlaces)) return { extractions: known, read: order.read ?? readBefore };
    const own = records.forTenant(tenant);
    const { late, before } = await readInSession(own.ingests, sessionPlace(ingest, order), clock.now());
    const plain = readable(text, order);
    const given = sourceText(plain, order, before);
    const found = await extractor.extract(tenant, given, knownNear(tenant, order));
    const said = await withoutSentBack(found.extractions, order.ownerEntityId ?? null, own);
    const whole = await corrected(said, order, own);
    const told = await unchanged(own, ingest, await dated(tenant, whole, { text: plain, order, ingest }, language));
    const extractions = told.map((one) => ({ ...one, sourceSpan: text.slice(one.start, one.end) }));
    const places = before.length > 0 ? { before: before.map(({ place }) => place) } : {};
    const verdicts = order.debug ? { verdicts: found.verdicts } : {};
    const { leftOut } = found;
    const read: TextRead = { ...found.by, warnings: [...found.warnings, ...late], leftOut, ...places, ...verdicts };
    await own.ingests.saveCandidates(ingest.traceId, extractions.map(asJson), clock.now(), asJson(read));
    return { extractions, read };
  };

  const textOf = async (tenant: TenantId, ingest: IngestRecord): Promise<string> => {
    if (!ingest.artifactId) return ingest.content ?? '';
    const artifact = await records.forTenant(tenant).artifacts.get(ingest.artifactId);
    // Without its text it must not end as one in which nothing was found.
    if (!artifact) throw new Error('The raw text was removed before all of it was worked on; send it again.');
    return artifact.content;
  };

  return async (tenant: TenantId, ingest: IngestRecord): Promise<IngestWork> => {
    const order = ingest.request;
    const text = await textOf(tenant, ingest);
    const { extractions: found, read } = await readOnce(tenant, { ingest, order, text });
    const own = records.forTenant(tenant);
    const left = await withoutGone(own, found, read.before ?? []);
    if (left) await own.ingests.saveCandidates(ingest.traceId, left.map(asJson), clock.now());
    const extractions = left ?? found;
    const occurredAt = order.occurredAt ? new Date(order.occurredAt) : ingest.createdAt;
    return { tenant, ingest, order, text, read, extractions, occurredAt };
  };
}
