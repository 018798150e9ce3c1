import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Extraction, Extractor } from '../../ports/extractor.js';
import type { Language } from '../../ports/language.js';
import type { IngestRecord, IngestRepository, SessionPlace } from '../../ports/records.js';
import { corrected } from './corrected.js';
import { dated } from './dated.js';
import type { IngestOrder, TextRead } from './ingest-answer.js';
import { asJson } from './ingest-work.js';
import { createKnownNear, type KnownNearDependencies } from './known-near.js';
import { readable, unchanged } from './read-again.js';
import { withoutSentBack } from './sent-back.js';
import { awaitTurn } from './session-order.js';
import { saidBefore, sessionPlace, sourceText } from './session-window.js';

export interface ReadingDependencies extends KnownNearDependencies {
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

/** Reads each text once, whatever becomes of the worker: what was read is kept with who read it. */
export function createReading(dependencies: ReadingDependencies) {
  const { records, language, extractor, clock } = dependencies;
  const knownNear = createKnownNear(dependencies);
  const readBefore: TextRead = { ...language.versions, warnings: [] };

  return async (tenant: TenantId, { ingest, order, text }: TextToRead): Promise<ReadOnce> => {
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
}
