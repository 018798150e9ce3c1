import { createHash } from 'node:crypto';
import { nothingRead, type TextReading, type TextToRead } from '@hippocamp/shared/language/reading';
import { ASSISTANT, isAssistants } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Vocabulary } from '@hippocamp/shared/scoring/lexical';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import { termId } from '@hippocamp/shared/text/terms';
import { type Language, orUnread, UnreadableText } from '../../ports/language.js';
import type { Log } from '../../ports/log.js';
import type {
  KeptReading,
  MemoryChanges,
  MemoryKeys,
  MemoryRecord,
  Records,
  TenantRepositories,
  WeighedKey,
} from '../../ports/records.js';
import { inParts, type PartBounds } from '../in-parts.js';

/**
 * The words of a text for looking up what holds them all: signed 32-bit hashes of tenant, owner and stem, each once. Hashed
 * together, so that the index over them is led by tenant and owner, and holds no words.
 */
export const wordKeys = (tenant: TenantId, ownerEntityId: string | null, stems: readonly string[]): number[] => [
  ...new Set(stems.map((stem) => termId(`${tenant}\n${ownerEntityId ?? ''}\n${stem}`))),
];

/** The rarest words of a text tell its subject; this many are kept. */
const RAREST = 8;

/**
 * The rarest words of a text by which memories about the same are looked up. What a word weighs is its inverse document
 * frequency, as the tenant's vocabulary was last counted; words that it does not know weigh most.
 */
export function rareWords(
  tenant: TenantId,
  ownerEntityId: string | null,
  stems: readonly string[],
  { memories, frequencies }: Pick<Vocabulary, 'memories' | 'frequencies'>,
): WeighedKey[] {
  const weighed = [...new Set(stems)].map((stem) => {
    const [key = 0] = wordKeys(tenant, ownerEntityId, [stem]);
    return { key, weight: Math.log1p((memories + 1) / (1 + (frequencies.get(termId(stem)) ?? 0))) };
  });
  return weighed.sort((first, second) => second.weight - first.weight || first.key - second.key).slice(0, RAREST);
}

const SELF = 'self';

/** The first person is somebody: that of the request's owner (facts are kept by owner) and actor. */
export const selfKey = (actorId: string | undefined): string => (actorId === undefined ? SELF : `${SELF}:${actorId}`);

/**
 * The key shared by memories in which one first person names itself. It is a hash, so that the lookup holds no text.
 */
export const nameKey = (self: string): string =>
  createHash('sha256').update(`${self}\nname_is`).digest('hex').slice(0, 32);

/** The first person of a memory. */
export const actorOf = ({ actorId }: Record<string, unknown>): string | undefined =>
  typeof actorId === 'string' ? actorId : undefined;

/** The key of the first person of a memory: what the assistant says of itself is no fact of the owner. */
export const selfOf = ({ metadata, speaker }: Pick<MemoryRecord, 'metadata' | 'speaker'>): string =>
  isAssistants(speaker) ? ASSISTANT : selfKey(actorOf(metadata));

/** The keys that find a memory for comparison, and its reading. */
export function keysOf(
  tenant: TenantId,
  { ownerEntityId, ...memory }: Pick<MemoryRecord, 'ownerEntityId' | 'metadata' | 'speaker'>,
  reading: KeptReading,
): MemoryKeys {
  return {
    reading,
    // A self-given name belongs to a labelled speaker, not to the owner.
    factKeys: memory.speaker === null && reading.selfNames.length > 0 ? [nameKey(selfOf(memory))] : [],
    wordKeys: wordKeys(tenant, ownerEntityId, reading.stems),
    // Readings kept by earlier releases have no marks until they are made again.
    marks: reading.marks ?? [],
    language: reading.language ?? null,
  };
}

/**
 * For a text made inside a transaction, where nothing is read. Its index job reads it; until then models do not see it.
 */
export const unread: MemoryKeys = { reading: null, factKeys: [], wordKeys: [], marks: ['unchecked'], language: null };

/** Changes a memory, with the keys of its text, and enqueues its index job, which reads what is unread. Null where it is gone. */
export async function changeMemory(
  { memories, outbox }: TenantRepositories,
  id: string,
  changes: MemoryChanges,
  now: Date,
  { factKeys, ...keys }: MemoryKeys = unread,
): Promise<MemoryRecord | null> {
  const after = await memories.update(id, { ...changes, ...keys }, now);
  if (!after) return null;
  await memories.setFacts(id, factKeys);
  await outbox.enqueue([{ kind: 'index', ref: id }], now, now);
  return after;
}

/** Equal hashes mean the same normalised text. SHA-256 as hex. */
export const contentHash = (text: string): string => createHash('sha256').update(normaliseText(text)).digest('hex');

/** The words of a memory without the name of who said them before them: that many memories begin alike tells nothing of what they say. */
export const spokenWords = ({ content, speaker }: { content: string; speaker: string | null }): string =>
  speaker !== null && content.startsWith(`${speaker}: `) ? content.slice(speaker.length + 2) : content;

/** For a text that could not be read in time and so may hold anything. */
const notRead: TextReading = { ...nothingRead, marks: ['unchecked'] };

/** UTF-16 units of a text of which the look at its words is enough until a judge has read it: some fifty windows of the model. */
const SOON_JUDGED = 10_000;

/** A long text is withheld from models until a judge has read it, which takes it a while. */
const untilJudged = (reading: KeptReading, { length }: string): KeptReading =>
  length > SOON_JUDGED && !reading.marks.includes('unchecked')
    ? { ...reading, marks: [...reading.marks, 'unchecked'], isJudged: false }
    : reading;

export type ReadableMemory = Pick<
  MemoryRecord,
  'id' | 'version' | 'content' | 'ownerEntityId' | 'metadata' | 'speaker'
>;

/** Reads what texts say, apart from the requests and outside of transactions. */
export interface FactReader {
  /** The version of the readings. A reading of another version is made again. */
  readonly version: string;
  /** One for each text, in their order. Rejects with `UnreadableText`. */
  read(tenant: TenantId, texts: readonly TextToRead[]): Promise<TextReading[]>;
  /**
   * The same for texts that are stored whatever they hold: one that cannot be read says nothing, and is marked so. To be kept
   * with them.
   */
  readToKeep(tenant: TenantId, contents: readonly string[]): Promise<KeptReading[]>;
  /** Readings of memories by id: as kept with them, or read and kept now, where nobody has yet. */
  ofMemories(tenant: TenantId, memories: readonly ReadableMemory[]): Promise<ReadonlyMap<string, TextReading>>;
  /** Only the kept readings that are up to date. Safe inside a transaction, because it reads nothing. */
  kept(readings: ReadonlyMap<string, KeptReading>): ReadonlyMap<string, TextReading>;
}

/** Texts of one call: one that is hostile costs its neighbours no more than this. */
const TOGETHER: PartBounds<TextToRead> = { units: 50_000, rows: 50, unitsOf: ({ content }) => content.length };

interface FactReaderDependencies {
  language: Language;
  records: Records;
  /** Has a judge read memories behind the writes; none where no judge does. */
  haveJudged?: ((tenant: TenantId, ids: readonly string[]) => Promise<void>) | undefined;
  log: Log;
}

export function createFactReader({ language, records, haveJudged, log }: FactReaderDependencies): FactReader {
  const by = language.versions.reading;

  const read: FactReader['read'] = async (tenant, texts) => {
    const found: TextReading[] = [];
    for (const part of inParts(texts, TOGETHER)) found.push(...(await language.read(tenant, part)));
    return found;
  };

  const orUnchecked =
    (tenant: TenantId) =>
    (error: unknown): TextReading[] => {
      if (!(error instanceof UnreadableText)) throw error;
      log.warn(
        { tenant, reason: error.message },
        'a text that is stored could not be read; it is marked, and nothing is compared with it',
      );
      return [notRead];
    };

  /** All at once; where one of them cannot be read, each by itself. */
  const readAll = async (tenant: TenantId, contents: readonly string[]): Promise<TextReading[]> => {
    const texts = contents.map((content) => ({ content, speaker: null }));
    const together = await orUnread(read(tenant, texts), null);
    if (together) return together;
    const readings: TextReading[] = [];
    for (const text of texts) readings.push(...(await read(tenant, [text]).catch(orUnchecked(tenant))));
    return readings;
  };

  const readToKeep: FactReader['readToKeep'] = async (tenant, contents) =>
    (await readAll(tenant, contents)).map((reading, place) => {
      const kept = { ...reading, by };
      return haveJudged ? untilJudged(kept, contents[place] ?? '') : kept;
    });

  const kept: FactReader['kept'] = (readings) => new Map([...readings].filter(([, reading]) => reading.by === by));

  return {
    version: by,
    read,
    readToKeep,
    kept,
    async ofMemories(tenant, memories) {
      const repository = records.forTenant(tenant).memories;
      const known = kept(await repository.readings(memories.map(({ id }) => id)));
      const missing = memories.filter(({ id }) => !known.has(id));
      if (missing.length === 0) return known;
      const readings = await readToKeep(
        tenant,
        missing.map(({ content }) => content),
      );
      const rows = missing.map((memory, place) => {
        const reading = readings[place] ?? { ...notRead, by };
        return { id: memory.id, version: memory.version, ...keysOf(tenant, memory, reading), reading };
      });
      await repository.keepReadings(rows);
      const withheld = rows.filter(({ reading }) => 'isJudged' in reading && reading.isJudged === false);
      await haveJudged?.(
        tenant,
        withheld.map(({ id }) => id),
      );
      return new Map<string, TextReading>([...known, ...rows.map(({ id, reading }) => [id, reading] as const)]);
    },
  };
}

/** Names by which the first person of an owner is known, in lower case. */
type OwnNames = ReadonlySet<string>;

/** The name that the first person of an owner has given itself; with several of them nobody knows who "I" is. */
export async function ownNames(
  tenant: TenantId,
  ownerEntityId: string | null,
  { records, facts }: { records: Records; facts: Pick<FactReader, 'ofMemories'> },
): Promise<OwnNames> {
  const known = await records.forTenant(tenant).memories.withFacts(ownerEntityId, [nameKey(selfKey(undefined))]);
  // Earlier releases kept what others call themselves among them.
  const own = known.filter(({ speaker }) => speaker === null);
  const readings = await facts.ofMemories(tenant, own);
  const names = new Set([...readings.values()].flatMap(({ selfNames }) => selfNames));
  return names.size === 1 ? names : new Set();
}
