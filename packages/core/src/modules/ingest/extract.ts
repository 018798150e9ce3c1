import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Extraction, Extractor, KnownNear } from '../../ports/extractor.js';
import { type Language, UnreadableText } from '../../ports/language.js';
import type {
  IngestOrder,
  IngestRecord,
  IngestRepository,
  KnownMemory,
  MemoryRepository,
  Records,
  SessionPlace,
  TenantRepositories,
  TextRead,
} from '../../ports/records.js';
import { contentHash, type FactReader, rareWords } from '../facts/facts.js';
import { chunksOf } from '../in-parts.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { isWithheld } from '../model/without-secrets.js';
import { quotedIn } from '../redaction/quoted-words.js';
import { withoutDeleted } from '../redaction/redact-candidates.js';
import { ALIKE } from './candidates.js';
import { corrected } from './corrections.js';
import { asJson, type IngestWork, outcomesOf, turnAt } from './ingest-work.js';
import type { KeepCandidates } from './keep-candidates.js';
import { readable, unchanged } from './later-reading.js';
import { awaitTurn, saidBefore, sessionPlace, sourceText, withoutGone } from './session.js';
import { shownVerdicts } from './shown-verdicts.js';

interface KnownNearDependencies {
  records: Records;
  language: Pick<Language, 'sentencesOf'>;
  facts: Pick<FactReader, 'read'>;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
}

/** The most sentences of a part whose rare words are looked up. */
const SENTENCES = 60;
/** The most known memories that the reader is told. */
const MOST_KNOWN = 20;

/** Texts of the latest ones that a model may read. They may be long, so no more are read at once. */
async function latestShown(
  memories: Pick<MemoryRepository, 'getMany'>,
  known: readonly KnownMemory[],
): Promise<string[]> {
  const latest = known.toSorted((first, second) => second.createdAt.getTime() - first.createdAt.getTime());
  const shown: string[] = [];
  for (const part of chunksOf(latest, MOST_KNOWN)) {
    if (shown.length >= MOST_KNOWN) break;
    const rows = new Map((await memories.getMany(part.map(({ id }) => id))).map((row) => [row.id, row]));
    for (const { id } of part) {
      const row = rows.get(id);
      if (row && !isWithheld(row)) shown.push(row.content);
    }
  }
  return shown.slice(0, MOST_KNOWN);
}

function createKnownNear({ records, language, facts, vocabulary }: KnownNearDependencies) {
  return (tenant: TenantId, { ownerEntityId = null }: Pick<IngestOrder, 'ownerEntityId'>): KnownNear =>
    async (part) => {
      const [sentences = []] = await language.sentencesOf(tenant, [part]);
      const asked = sentences.slice(0, SENTENCES).map((content) => ({ content, speaker: null }));
      const [readings, counted] = await Promise.all([facts.read(tenant, asked), vocabulary.of(tenant)]);
      const rare = readings.map(({ stems }) => rareWords(tenant, ownerEntityId, stems, counted));
      const known = await records.forTenant(tenant).memories.knownBy(ownerEntityId, {
        sharing: { texts: rare, most: ALIKE },
      });
      return latestShown(records.forTenant(tenant).memories, known);
    };
}

/** The form in which a context shows a memory: its day, then perhaps its speaker. */
const line = /^(?:\d{4}-\d\d-\d\d(?: \(([^()]{1,256})\))?: )?/;

const tag = /<\/?[a-z][^<>]{0,200}>/gi;

/** A quoted memory may or may not stand with its speaker's name. */
function wordings({ content, speaker }: Extraction): string[] {
  const label = speaker ? `${speaker}: ` : '';
  const untagged = content.replaceAll(tag, '').trim();
  const said = label !== '' && untagged.startsWith(label) ? untagged.slice(label.length).trim() : untagged;
  const found = line.exec(said);
  const words = said.slice(found?.[0].length ?? 0);
  return [content, untagged, said, words, ...(found?.[1] ? [`${found[1]}: ${words}`] : [])];
}

/** Wordings that one statement of the database looks for. A text may quote thousands. */
const LOOKED_FOR = 500;

/** Drops quoted or tagged lines that repeat a memory of the owner word for word: an agent sent them back. */
export async function withoutSentBack(
  extractions: readonly Extraction[],
  ownerEntityId: string | null,
  { memories }: Pick<TenantRepositories, 'memories'>,
): Promise<Extraction[]> {
  const asked = new Map(
    extractions.flatMap((one) => (one.inBlock ? [[one, [...new Set(wordings(one))].map(contentHash)] as const] : [])),
  );
  if (asked.size === 0) return [...extractions];
  const known = new Set<string>();
  for (const hashes of chunksOf([...asked.values()].flat(), LOOKED_FOR))
    for (const hash of await memories.sayingExactly(ownerEntityId, hashes)) known.add(hash);
  return extractions.filter((one) => !asked.get(one)?.some((hash) => known.has(hash)));
}

/** The zone when the request names none. */
const UTC = 'UTC';

interface Dating {
  text: string;
  order: IngestOrder;
  ingest: Pick<IngestRecord, 'createdAt'>;
}

/** A document may be old: the day it was sent says nothing about its "tomorrow". */
const sentAt = ({ order, ingest }: Dating): string | null =>
  order.source === 'document' ? null : ingest.createdAt.toISOString();

/** Where dates were put into what it quotes and behind that, nobody knows any more where it ends. */
function quotedLengthIn(content: string, before: string, quotedUntil: number): number {
  if (content.startsWith(before.slice(0, quotedUntil))) return quotedUntil;
  const own = before.slice(quotedUntil);
  return content.endsWith(own) ? content.length - own.length : content.length;
}

const withContent = (extraction: Extraction, content: string): Extraction => {
  const { content: before, quotedUntil } = extraction;
  const quoted = quotedUntil === undefined ? undefined : quotedLengthIn(content, before, quotedUntil);
  return { ...extraction, content, ...quotedIn({ quotedUntil: quoted }) };
};

/** Puts dates beside words such as "tomorrow", so that each candidate names its day by itself. */
export async function dated(
  tenant: TenantId,
  extractions: readonly Extraction[],
  dating: Dating,
  language: Pick<Language, 'resolveDates'>,
): Promise<Extraction[]> {
  const { text, order } = dating;
  const kept = extractions.map(({ content, start }) => {
    const turn = turnAt(order, start);
    return { content, start, from: turn?.start ?? 0, at: turn?.at ?? order.occurredAt ?? sentAt(dating) };
  });
  const contents = await language.resolveDates(tenant, { text, timeZone: order.timeZone ?? UTC, kept });
  return extractions.map((extraction, place) => withContent(extraction, contents[place] ?? extraction.content));
}

interface ExtractingDependencies extends KnownNearDependencies {
  language: Language;
  extractor: Extractor;
  clock: Clock;
  /** True for the second reading, by a language model. */
  later?: boolean;
}

interface ReadOnce {
  extractions: Extraction[];
  read: TextRead;
}

/** Earlier versions stored the context as text. Such candidates are extracted again. */
const hasPlaces = ({ context }: Extraction) => typeof context !== 'string';

async function readInSession(ingests: IngestRepository, session: SessionPlace | null, now: Date) {
  if (session === null) return { late: [], before: [] };
  const late = await awaitTurn(ingests, session, now);
  return { late, before: await saidBefore(ingests, session) };
}

/** Extracts the candidates of a text once and stores them, so that a retry does not read it again. */
export function createExtract(dependencies: ExtractingDependencies) {
  const { records, language, extractor, clock, later = false } = dependencies;
  const knownNear = createKnownNear(dependencies);
  const readBefore: TextRead = { ...language.versions, warnings: [] };

  const readOnce = async (
    tenant: TenantId,
    { ingest, order, text }: { ingest: IngestRecord; order: IngestOrder; text: string },
    keep: KeepCandidates,
  ): Promise<ReadOnce> => {
    const known = ingest.candidates as unknown as Extraction[] | null;
    const isOwn = (order.read?.later ?? false) === later;
    if (isOwn && known?.every(hasPlaces)) return { extractions: known, read: order.read ?? readBefore };
    const own = records.forTenant(tenant);
    const { late, before } = await readInSession(own.ingests, sessionPlace(ingest, order), clock.now());
    const plain = readable(text, order);
    const given = sourceText(plain, order, before);
    const found = await extractor.extract(tenant, given, knownNear(tenant, order));
    const said = await withoutSentBack(found.extractions, order.ownerEntityId ?? null, own);
    const whole = await corrected(said, order, own);
    const kept = await unchanged(own, ingest, await dated(tenant, whole, { text: plain, order, ingest }, language));
    // Nothing tells for sure which of them took words from the messages before the text.
    const home = before.some((one) => one.staysHere) ? { staysHere: true as const } : {};
    const extractions = kept.map((one) => ({ ...one, ...home, sourceSpan: text.slice(one.start, one.end) }));
    const places = before.length > 0 ? { before: before.map(({ place }) => place) } : {};
    const { warnings = [], ...shown } = order.debug ? shownVerdicts(found.verdicts) : {};
    const instructs = found.extractions.some((one) => one.instructs);
    const details = {
      instructs,
      leftOut: found.leftOut,
      ...places,
      ...shown,
      ...(later ? { later } : {}),
    };
    const read: TextRead = {
      ...found.by,
      warnings: [...found.warnings, ...late, ...warnings],
      ...details,
    };
    await keep(extractions.map(asJson), asJson(read));
    return { extractions, read };
  };

  const textOf = async (tenant: TenantId, ingest: IngestRecord): Promise<string> => {
    if (!ingest.artifactId) return ingest.content ?? '';
    const artifact = await records.forTenant(tenant).artifacts.get(ingest.artifactId);
    // Without its text the ingest must not end as one that found nothing.
    if (!artifact) throw new UnreadableText('its raw text was removed before all of it was worked on; send it again');
    return artifact.content;
  };

  return async (tenant: TenantId, ingest: IngestRecord, keep: KeepCandidates): Promise<IngestWork> => {
    const order = ingest.request;
    const text = await textOf(tenant, ingest);
    const { extractions: found, read: told } = await readOnce(tenant, { ingest, order, text }, keep);
    const own = records.forTenant(tenant);
    const standing = withoutDeleted(found, text, outcomesOf(ingest).length);
    const gone = await withoutGone(own, standing ?? found, told.before ?? []);
    const left = gone?.extractions ?? standing;
    const read = gone ? { ...told, before: gone.places } : told;
    if (left) await keep(left.map(asJson), gone ? asJson(read) : undefined);
    const extractions = left ?? found;
    const occurredAt = order.occurredAt ? new Date(order.occurredAt) : ingest.createdAt;
    return { tenant, ingest, order, text, read, extractions, occurredAt };
  };
}
