import type { Correction } from '@hippocamp/shared/language/judgement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../ports/clock.js';
import type { Extraction, Extractor, KnownNear } from '../../ports/extractor.js';
import type { Language } from '../../ports/language.js';
import type {
  IngestOrder,
  IngestRecord,
  IngestRepository,
  Records,
  SessionPlace,
  TenantRepositories,
  TextRead,
} from '../../ports/records.js';
import { contentHash, type FactReader, rareWords } from '../facts/facts.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { staysHere } from '../model/without-secrets.js';
import { ALIKE, inOneVoice, LATEST } from './candidates.js';
import { asJson, type IngestWork, turnAt } from './ingest-work.js';
import { readable, unchanged } from './later-reading.js';
import { awaitTurn, saidBefore, sessionPlace, sourceText, withoutGone } from './session.js';

const [endsInWord, beginsInWord] = [/[\p{L}\p{N}.:,]$/u, /^(?:[\p{L}\p{N}]|[.:,]\p{N})/u];

/** Lower case with every letter at its place: "İ" would become longer. */
const lowered = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });

/** Only whole words and numbers count: "40" is not in "8:40" or "140". */
function placesOf(was: string, said: string): number[] {
  const [wanted, text] = [lowered(was), lowered(said)];
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isWhole = !endsInWord.test(text.slice(0, at)) && !beginsInWord.test(text.slice(at + wanted.length));
    if (isWhole) places.push(at);
  }
  return places;
}

/** The corrected statement. Null unless the corrected value occurs exactly once. */
function putRight(said: string, { was, now, opening }: Correction): string | null {
  const [at, ...others] = placesOf(was, said);
  if (at === undefined || others.length > 0) return null;
  const right = said.slice(0, at) + now + said.slice(at + was.length);
  return right.startsWith(opening) ? right : `${opening}${right}`;
}

/** The nearest thing said that it can be about, put right; itself where there are several, null where there is none. */
function inFull(
  { content, corrects }: Extraction,
  before: readonly string[],
  latest: readonly string[],
): string | null {
  if (!corrects) return content;
  const inText = before.flatMap((said) => putRight(said, corrects) ?? []);
  if (inText.length > 0) return inText.at(-1) ?? null;
  const known = latest.flatMap((said) => putRight(said, corrects) ?? []);
  return known.length > 1 ? content : (known[0] ?? null);
}

/**
 * The candidates, with what only puts something right told in full: after "The hall holds 40 people.", "Correction: it's 14, not 40."
 * becomes "Correction: The hall holds 14 people." Where nobody can say what it is about it is left out, since it means nothing alone.
 */
export async function corrected(
  extractions: readonly Extraction[],
  { ownerEntityId = null }: Pick<IngestOrder, 'ownerEntityId'>,
  { memories }: Pick<TenantRepositories, 'memories'>,
): Promise<Extraction[]> {
  if (extractions.every(({ corrects }) => !corrects)) return [...extractions];
  const own = { ownerEntityId, includeArchived: false, includeSuperseded: false, exceptAssistants: true };
  const latest = await memories.getMany(await memories.matching(own, { before: null, limit: LATEST }));
  const contents = latest.map(({ content }) => content);
  const voiceOf = ({ speaker = null }: Extraction) => ({ speaker });
  const whole: Extraction[] = [];
  for (const extraction of extractions) {
    const { corrects: _corrects, ...rest } = extraction;
    const before = whole.filter((one) => inOneVoice(voiceOf(extraction), voiceOf(one))).map((one) => one.content);
    const content = inFull(extraction, before, contents);
    if (content !== null) whole.push({ ...rest, content });
  }
  return whole;
}

interface KnownNearDependencies {
  records: Records;
  language: Pick<Language, 'sentencesOf'>;
  facts: Pick<FactReader, 'read'>;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
}

/** Sentences of a part by whose rarest words is looked. */
const SENTENCES = 60;
/** Memories that are told of. */
const MOST_KNOWN = 20;

/** Memories of the owner that share the rarest words of a text's sentences, the newest first. */
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
      const rows = await records.forTenant(tenant).memories.getMany(known.map(({ id }) => id));
      return rows
        .filter((row) => !staysHere(row))
        .sort((first, second) => second.createdAt.getTime() - first.createdAt.getTime())
        .slice(0, MOST_KNOWN)
        .map(({ content }) => content);
    };
}

/** The form in which a context writes a memory: its day, and its speaker when shown. */
const line = /^(?:\d{4}-\d\d-\d\d(?: \(([^()]{1,256})\))?: )?/;

const tag = /<\/?[a-z][^<>]{0,200}>/gi;

/** The forms in which a block may quote the memory: with the speaker's name before it or without. */
function wordings({ content, speaker }: Extraction): string[] {
  const label = speaker ? `${speaker}: ` : '';
  const untagged = content.replaceAll(tag, '').trim();
  const said = label !== '' && untagged.startsWith(label) ? untagged.slice(label.length).trim() : untagged;
  const found = line.exec(said);
  const words = said.slice(found?.[0].length ?? 0);
  return [content, untagged, said, words, ...(found?.[1] ? [`${found[1]}: ${words}`] : [])];
}

/**
 * The candidates without those that an agent sends back of what is known: lines of a quoted or tagged block that a memory of this
 * owner says word for word, whether it holds, was replaced or is archived. They were not said now.
 */
export async function withoutSentBack(
  extractions: readonly Extraction[],
  ownerEntityId: string | null,
  { memories }: Pick<TenantRepositories, 'memories'>,
): Promise<Extraction[]> {
  const asked = new Map(
    extractions.flatMap((one) => (one.inBlock ? [[one, [...new Set(wordings(one))].map(contentHash)] as const] : [])),
  );
  if (asked.size === 0) return [...extractions];
  const known = new Set(await memories.sayingExactly(ownerEntityId, [...asked.values()].flat()));
  return extractions.filter((one) => !asked.get(one)?.some((hash) => known.has(hash)));
}

/** The zone when the request names none. */
const UTC = 'UTC';

interface Dating {
  text: string;
  order: IngestOrder;
  ingest: Pick<IngestRecord, 'createdAt'>;
}

/** A document was written whenever it was: when it is sent tells nothing of its "tomorrow". */
const sentAt = ({ order, ingest }: Dating): string | null =>
  order.source === 'document' ? null : ingest.createdAt.toISOString();

/** The candidates with dates beside words such as "tomorrow", so that each says by itself which day that was. */
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
  return extractions.map((extraction, place) => ({ ...extraction, content: contents[place] ?? extraction.content }));
}

interface ExtractingDependencies extends KnownNearDependencies {
  language: Language;
  /** Finds what a text says that is worth keeping. */
  extractor: Extractor;
  clock: Clock;
  /** Reads texts that the local reader has read. */
  later?: boolean;
}

/** The extractions of a text, and the reader that made them. */
interface ReadOnce {
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
  const { records, language, extractor, clock, later = false } = dependencies;
  const knownNear = createKnownNear(dependencies);
  const readBefore: TextRead = { ...language.versions, warnings: [] };

  const readOnce = async (
    tenant: TenantId,
    { ingest, order, text }: { ingest: IngestRecord; order: IngestOrder; text: string },
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
    const extractions = kept.map((one) => ({ ...one, sourceSpan: text.slice(one.start, one.end) }));
    const places = before.length > 0 ? { before: before.map(({ place }) => place) } : {};
    const verdicts = order.debug ? { verdicts: found.verdicts } : {};
    const instructs = found.extractions.some((one) => one.instructs);
    const details = { instructs, leftOut: found.leftOut, ...places, ...verdicts, ...(later ? { later } : {}) };
    const read: TextRead = { ...found.by, warnings: [...found.warnings, ...late], ...details };
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
