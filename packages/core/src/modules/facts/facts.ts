import { createHash } from 'node:crypto';
import { nothingRead, type TextReading, type TextToRead } from '@hippocamp/shared/language/reading';
import { ASSISTANT, isAssistants } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Vocabulary } from '@hippocamp/shared/scoring/lexical';
import { normaliseText } from '@hippocamp/shared/text/cleaned';
import { distinctIds } from '@hippocamp/shared/text/term-map';
import { termId } from '@hippocamp/shared/text/terms';
import { type Language, orUnread, UnreadableText } from '../../ports/language.js';
import type { Log } from '../../ports/log.js';
import type {
  KeptReading,
  MemoryChanges,
  MemoryKeys,
  MemoryRecord,
  NamingMemory,
  Records,
  Rewritten,
  TenantRepositories,
  WeighedKey,
} from '../../ports/records.js';
import { chunksOf, inParts, type PartBounds } from '../in-parts.js';

/** Signed 32-bit hashes of tenant, owner and stem, each once. The index over them holds no words. */
export const wordKeys = (tenant: TenantId, ownerEntityId: string | null, stems: readonly string[]): number[] =>
  distinctIds(stems.map((stem) => termId(`${tenant}\n${ownerEntityId ?? ''}\n${stem}`)));

/** The rarest words of a text show its subject. */
const RAREST = 8;

/** Weighs words by inverse document frequency in the tenant's vocabulary. Unknown words weigh most. */
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

/** The key of the "I" of an actor. */
export const selfKey = (actorId: string | undefined): string => (actorId === undefined ? SELF : `${SELF}:${actorId}`);

/** The key that processes of the version before look up, whoever the owner is. It is a hash, so that the lookup holds no text. */
const nameKeyOfAnyOwner = (self: string): string =>
  createHash('sha256').update(`${self}\nname_is`).digest('hex').slice(0, 32);

/** The key of memories of an owner in which a first person names itself. */
export const nameKey = (ownerEntityId: string | null, self: string): string =>
  `${nameKeyOfAnyOwner(self)}:${ownerEntityId ?? ''}`;

const nameKeys = (ownerEntityId: string | null, self: string) => [
  nameKey(ownerEntityId, self),
  nameKeyOfAnyOwner(self),
];

export const actorOf = ({ actorId }: Record<string, unknown>): string | undefined =>
  typeof actorId === 'string' ? actorId : undefined;

/** The assistant's "I" is not the owner's. */
export const selfOf = ({ metadata, speaker }: Pick<MemoryRecord, 'metadata' | 'speaker'>): string =>
  isAssistants(speaker) ? ASSISTANT : selfKey(actorOf(metadata));

export function keysOf(
  tenant: TenantId,
  { ownerEntityId, ...memory }: Pick<MemoryRecord, 'ownerEntityId' | 'metadata' | 'speaker'>,
  reading: KeptReading,
): MemoryKeys {
  return {
    reading,
    // A labelled speaker's self-given name is not the owner's.
    factKeys: memory.speaker === null && reading.selfNames.length > 0 ? nameKeys(ownerEntityId, selfOf(memory)) : [],
    wordKeys: wordKeys(tenant, ownerEntityId, reading.stems),
    // Readings kept by earlier releases have no marks until they are made again.
    marks: reading.marks ?? [],
    language: reading.language ?? null,
  };
}

/** For a text made in a transaction. Its index job reads it; until then models are not shown it. */
export const unread: MemoryKeys = { reading: null, factKeys: [], wordKeys: [], marks: ['unchecked'], language: null };

/** Enqueues the index job, which reads an unread text. Null when the memory is gone. */
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

/** The same for new texts of many memories, in as many statements. Answers those that are there. */
export async function rewriteMemories(
  { memories, outbox }: TenantRepositories,
  rows: readonly Rewritten[],
  now: Date,
): Promise<ReadonlyMap<string, MemoryRecord>> {
  const written = await memories.rewrite(rows, unread, now);
  await outbox.enqueue(
    written.map(({ id }) => ({ kind: 'index', ref: id })),
    now,
    now,
  );
  return new Map(written.map((memory) => [memory.id, memory]));
}

/** SHA-256 as hex. Equal hashes mean the same normalised text. */
export const contentHash = (text: string): string => createHash('sha256').update(normaliseText(text)).digest('hex');

/** Without the speaker's name in front, which says nothing about the content. */
export const spokenWords = ({ content, speaker }: { content: string; speaker: string | null }): string =>
  speaker !== null && content.startsWith(`${speaker}: `) ? content.slice(speaker.length + 2) : content;

/** For a text that could not be read in time and so may hold anything. */
const notRead: TextReading = { ...nothingRead, marks: ['unchecked'] };

/** UTF-16 units, about fifty windows of the model. Longer texts are withheld from models until they are judged. */
const SOON_JUDGED = 10_000;

const untilJudged = (reading: KeptReading, { length }: string): KeptReading =>
  length > SOON_JUDGED && !reading.marks.includes('unchecked')
    ? { ...reading, marks: [...reading.marks, 'unchecked'], isJudged: false }
    : reading;

export type ReadableMemory = Pick<
  MemoryRecord,
  'id' | 'version' | 'content' | 'ownerEntityId' | 'metadata' | 'speaker'
>;

/** Reads texts outside of transactions. */
export interface FactReader {
  /** A reading of another version is made again. */
  readonly version: string;
  /** One for each text, in order. Rejects with `UnreadableText`. */
  read(tenant: TenantId, texts: readonly TextToRead[]): Promise<TextReading[]>;
  /** For texts that are stored in any case. One that cannot be read is marked as unchecked. */
  readToKeep(tenant: TenantId, contents: readonly string[]): Promise<KeptReading[]>;
  /** By memory id. Missing readings are made and stored. */
  ofMemories(tenant: TenantId, memories: readonly ReadableMemory[]): Promise<ReadonlyMap<string, TextReading>>;
  /** The readings that are up to date. Safe inside a transaction, because it reads no text. */
  kept(readings: ReadonlyMap<string, KeptReading>): ReadonlyMap<string, TextReading>;
}

/** Limits of one call. A hostile text delays only the texts of its call. */
const TOGETHER: PartBounds<TextToRead> = { units: 50_000, rows: 50, unitsOf: ({ content }) => content.length };

interface FactReaderDependencies {
  language: Language;
  records: Records;
  /** Enqueues memories for the judge. Undefined without one. */
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

  /** If one text cannot be read, each is read by itself. */
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

/** In lower case. */
type OwnNames = ReadonlySet<string>;

/** Memories whose texts are read at once where a name was not kept by the present reader. Each may be long. */
const READ_AGAIN = 10;

/** Empty when the first person has given several names, since nobody knows then who "I" is. */
export async function ownNames(
  tenant: TenantId,
  ownerEntityId: string | null,
  { records, facts }: { records: Records; facts: Pick<FactReader, 'version' | 'ofMemories'> },
): Promise<OwnNames> {
  const { memories } = records.forTenant(tenant);
  const known = await memories.withFacts(ownerEntityId, [nameKey(ownerEntityId, selfKey(undefined))]);
  // Earlier releases kept what others call themselves among them.
  const own = known.filter(({ speaker }) => speaker === null);
  const isRead = ({ readBy }: NamingMemory) => readBy === facts.version;
  const names = new Set(own.filter(isRead).flatMap(({ selfNames }) => selfNames));
  const unread = own.filter((memory) => !isRead(memory)).map(({ id }) => id);
  for (const part of chunksOf(unread, READ_AGAIN)) {
    if (names.size > 1) break;
    const readings = await facts.ofMemories(tenant, await memories.getMany(part));
    for (const { selfNames } of readings.values()) for (const name of selfNames) names.add(name);
  }
  return names.size === 1 ? names : new Set();
}
