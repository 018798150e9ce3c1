import { nothingRead, type TextReading, type TextToRead } from '@hippocamp/shared/language/reading';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { type Language, UnreadableText } from '../../ports/language.js';
import type { Log } from '../../ports/log.js';
import type { KeptReading, MemoryRecord, Records } from '../../ports/records.js';
import { inParts, type PartBounds } from '../in-parts.js';
import { keysOf, nameKey, selfKey } from './memory-keys.js';

/** Of a text that could not be read in time: it may hold anything. */
const notRead: TextReading = { ...nothingRead, marks: ['unchecked'] };

export type ReadableMemory = Pick<
  MemoryRecord,
  'id' | 'version' | 'content' | 'ownerEntityId' | 'metadata' | 'speaker'
>;

/** Reads what texts say, apart from the requests and outside of transactions. */
export interface Facts {
  /** Of the readings; what another version read is read anew. */
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
  /** Those that are kept and up to date; asks nobody to read, so it may be called in a transaction. */
  kept(readings: ReadonlyMap<string, KeptReading>): ReadonlyMap<string, TextReading>;
}

/** Texts of one call: one that is hostile costs its neighbours no more than this. */
const TOGETHER: PartBounds<TextToRead> = { units: 50_000, rows: 50, unitsOf: ({ content }) => content.length };

interface FactsDependencies {
  language: Language;
  records: Records;
  log: Log;
}

export function createFacts({ language, records, log }: FactsDependencies): Facts {
  const by = language.versions.reading;

  const read: Facts['read'] = async (tenant, texts) => {
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
    const together = await read(tenant, texts).catch((error: unknown) => {
      if (error instanceof UnreadableText) return null;
      throw error;
    });
    if (together) return together;
    const readings: TextReading[] = [];
    for (const text of texts) readings.push(...(await read(tenant, [text]).catch(orUnchecked(tenant))));
    return readings;
  };

  const readToKeep: Facts['readToKeep'] = async (tenant, contents) =>
    (await readAll(tenant, contents)).map((reading) => ({ ...reading, by }));

  const kept: Facts['kept'] = (readings) => new Map([...readings].filter(([, reading]) => reading.by === by));

  return {
    version: by,
    read,
    readToKeep,
    kept,
    async ofMemories(tenant, memories) {
      const repository = records.forTenant(tenant).memories;
      const known = kept(await repository.readings(memories.map(({ id }) => id)));
      const unread = memories.filter(({ id }) => !known.has(id));
      if (unread.length === 0) return known;
      const readings = await readToKeep(
        tenant,
        unread.map(({ content }) => content),
      );
      const rows = unread.map((memory, place) => {
        const reading = readings[place] ?? { ...notRead, by };
        return { id: memory.id, version: memory.version, ...keysOf(tenant, memory, reading), reading };
      });
      await repository.keepReadings(rows);
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
  { records, facts }: { records: Records; facts: Pick<Facts, 'ofMemories'> },
): Promise<OwnNames> {
  const known = await records.forTenant(tenant).memories.withFacts(ownerEntityId, [nameKey(selfKey(undefined))]);
  // Earlier releases kept what others call themselves among them.
  const own = known.filter(({ speaker }) => speaker === null);
  const readings = await facts.ofMemories(tenant, own);
  const names = new Set([...readings.values()].flatMap(({ selfNames }) => selfNames));
  return names.size === 1 ? names : new Set();
}
