import { LONGEST_READ, nothingRead } from '@hippocamp/shared/language/reading';
import { ASSISTANT, isAssistants } from '@hippocamp/shared/language/statement';
import type { Extraction } from '../../ports/extractor.js';
import type { KnownMemory, MemoryRepository } from '../../ports/records.js';
import { type FactReader, selfKey, selfOf } from '../facts/facts.js';
import { chunksOf } from '../in-parts.js';
import type { EmbedMemories } from '../indexing/memory-vectors.js';
import { pace } from '../waiting.js';
import {
  asOne,
  type Candidate,
  type Candidates,
  type Comparable,
  type ComparedReading,
  candidateId,
  comparablesOf,
  factsAs,
  type KnownFact,
  type Proposal,
  type Related,
  statementsApart,
  statementTexts,
} from './candidates.js';
import {
  comparePairs,
  type NearnessDependencies,
  type NearPair,
  nearPairsPaced,
  type PairDependencies,
} from './pairs.js';

export interface PreparingDependencies {
  language: PairDependencies['language'] & NearnessDependencies['language'];
  comparer: NearnessDependencies['comparer'];
  pairReader: PairDependencies['pairReader'];
  facts: FactReader;
  embedMemories: EmbedMemories;
}

export interface Prepared {
  proposals: Proposal[];
  /** The ids and versions of the memories that it was prepared with. */
  versions: string;
}

/** Only the first statements of a text may refer to the latest memories, as "No, at ten." does. */
const OPENING = 5;

/** Below this confidence, only equal text is compared: small talk resembles much and changes nothing. */
const MATTERS = 0.2;

const versionsOf = (known: readonly Pick<KnownMemory, 'id' | 'version'>[]): string =>
  known
    .map(({ id, version }) => `${id} ${version}`)
    .sort()
    .join();

/** True when the memories near the candidates have changed since. Call under the owner's lock. */
export const isMoved = async (
  memories: Pick<MemoryRepository, 'knownVersions'>,
  { ownerEntityId, sought }: Candidates,
  { versions }: Prepared,
): Promise<boolean> => versionsOf(await memories.knownVersions(ownerEntityId, sought)) !== versions;

/** A statement stored with quoted earlier words ends with its own words. */
const ownWords = ({ content, sourceSpan }: Extraction): string | null => {
  const own = sourceSpan.replace(/^[^\p{L}\p{N}]+/u, '').trim();
  return own !== '' && content.length > own.length && content.endsWith(own) && content.includes('"') ? own : null;
};

interface StatementText {
  candidateText: Parameters<typeof comparablesOf>[0];
  reading: ComparedReading;
}

const textOfCandidate = ({ extraction, reading, hash }: Candidate, actorId: string | undefined): StatementText => {
  const { content, speaker = null } = extraction;
  const self = isAssistants(speaker) ? ASSISTANT : selfKey(actorId);
  const { amends = null } = extraction;
  const candidateText = { content, own: ownWords(extraction), amends, hash, speaker, self };
  return { candidateText, reading: { words: reading.words, statements: statementsApart(reading) } };
};

const textOfMemory = (memory: KnownMemory, reading: ComparedReading): StatementText => {
  const { content, contentHash: hash, speaker } = memory;
  return { candidateText: { content, own: null, amends: null, hash, speaker, self: selfOf(memory) }, reading };
};

/** Oldest first, because the oldest of several repeats is the one to name. */
const inOrder = (known: KnownMemory[]): KnownMemory[] =>
  known.sort(
    (first, second) => first.createdAt.getTime() - second.createdAt.getTime() || (first.id < second.id ? -1 : 1),
  );

export interface PreparedText {
  occurredAt: Date;
  /** Facts of earlier candidates when nothing is stored. */
  carried: readonly KnownFact[];
  /** The place in the text of each memory of the earlier parts, by memory id. */
  before: ReadonlyMap<string, number>;
  /** Null when the text was not sent as messages. */
  messageAt(place: number): number | null;
}

interface Bound {
  /** For each candidate. */
  each: number;
  least: number;
}

/** Statements of all candidates, and of all that is known. Each of the one is compared with each of the other. */
const MOST: Record<'own' | 'known', Bound> = { own: { each: 4, least: 100 }, known: { each: 100, least: 1000 } };

/** Where the texts have more statements together, those with the most count as one statement each. */
function bounded(texts: readonly StatementText[], { each, least }: Bound, candidates: number): StatementText[] {
  const most = Math.max(least, each * candidates);
  const whole = new Set<StatementText>();
  let statements = 0;
  const fewestFirst = [...texts].sort(
    ({ reading: one }, { reading: other }) => one.statements.length - other.statements.length,
  );
  for (const text of fewestFirst) {
    statements += Math.max(1, text.reading.statements.length);
    if (statements > most) whole.add(text);
  }
  return texts.map((text) => (whole.has(text) ? { ...text, reading: asOne(text.reading) } : text));
}

/** Memories whose readings are held whole at once. */
const READ_AT_ONCE = 50;

async function readingsOf(
  tenant: Candidates['tenant'],
  memories: readonly KnownMemory[],
  facts: FactReader,
): Promise<ReadonlyMap<string, ComparedReading>> {
  const readings = new Map<string, ComparedReading>();
  for (const part of chunksOf(memories, READ_AT_ONCE)) {
    await pace();
    for (const [id, reading] of await facts.ofMemories(tenant, part))
      readings.set(id, statementsApart(reading).length === 0 ? asOne(reading) : reading);
  }
  return readings;
}

const EMBEDDED_AT_ONCE = 500;

/** Without vectors, exact repeats are still found. */
async function comparablesIn(
  texts: readonly StatementText[],
  embed: (contents: readonly string[]) => Promise<(Float32Array | null)[]>,
): Promise<Comparable[][]> {
  const contents = texts.map(({ candidateText, reading }) => statementTexts(candidateText.content, reading));
  const vectors: (Float32Array | null)[] = [];
  for (const part of chunksOf(contents.flat(), EMBEDDED_AT_ONCE)) {
    const made = await embed(part).catch(() => null);
    if (!made) break;
    vectors.push(...made);
  }
  const comparables: Comparable[][] = [];
  let place = 0;
  for (const [at, { candidateText, reading }] of texts.entries()) {
    await pace();
    const from = place;
    place += contents[at]?.length ?? 0;
    comparables.push(comparablesOf(candidateText, reading, vectors.slice(from, place)));
  }
  return comparables;
}

interface Beside {
  known: KnownFact[];
  /** One list for each candidate. */
  own: KnownFact[][];
  versions: string;
}

async function lookUp(
  { tenant, ownerEntityId, actorId, candidates, sought }: Candidates,
  { occurredAt, carried, before, messageAt }: PreparedText,
  memories: Pick<MemoryRepository, 'knownBy'>,
  { facts, embedMemories }: PreparingDependencies,
): Promise<Beside> {
  const found = inOrder(await memories.knownBy(ownerEntityId, sought));
  // A longer text is not read: it may have been cut, so that not all of it is here.
  const short = found.filter(({ content }) => content.length <= LONGEST_READ);
  const readings = await readingsOf(tenant, short, facts);
  const given = candidates.map((candidate) => textOfCandidate(candidate, actorId));
  const stored = found.map((memory) => textOfMemory(memory, readings.get(memory.id) ?? nothingRead));
  const texts = [...bounded(given, MOST.own, candidates.length), ...bounded(stored, MOST.known, candidates.length)];
  const comparables = await comparablesIn(texts, (contents) => embedMemories(tenant, contents));
  const known = found.flatMap(({ id, occurredAt: at }, place) => {
    const start = before.get(id);
    const of = start === undefined ? undefined : { message: messageAt(start) };
    return factsAs(comparables[candidates.length + place] ?? [], id, at).map((fact) => ({
      ...fact,
      ...(of ? { inText: of } : {}),
    }));
  });
  const own = candidates.map(({ extraction }, place) => {
    const inText = { message: messageAt(extraction.start) };
    return factsAs(comparables[place] ?? [], candidateId(place), occurredAt).map((fact) => ({ ...fact, inText }));
  });
  return { known: [...known, ...carried], own, versions: versionsOf(found) };
}

/** Each text is read only once, and of a long one the beginning. */
function rememberTexts({ tellsOfSelf }: NearnessDependencies['language']): NearnessDependencies['language'] {
  const known = new Map<string, boolean>();
  return {
    tellsOfSelf(text) {
      const beginning = text.slice(0, LONGEST_READ);
      const found = known.get(beginning) ?? tellsOfSelf(beginning);
      known.set(beginning, found);
      return found;
    },
  };
}

async function pairsOf(
  { candidates, latest }: Candidates,
  { known, own }: Beside,
  { language, comparer }: NearnessDependencies,
): Promise<NearPair[]> {
  const dependencies = { comparer, language: rememberTexts(language) };
  const facts = [...known];
  const pairs: NearPair[] = [];
  for (const [place, { extraction }] of candidates.entries()) {
    const statements = own[place] ?? [];
    const latestIds = new Set(place < OPENING ? latest : []);
    for (const statement of extraction.confidence < MATTERS ? [] : statements) {
      pairs.push(...(await nearPairsPaced(statement, facts, latestIds, dependencies)));
    }
    facts.push(...statements);
  }
  return pairs;
}

/** Compares candidates with what is known. Runs outside any transaction, because it may wait for models. */
export async function prepare(
  candidates: Candidates,
  text: PreparedText,
  memories: Pick<MemoryRepository, 'knownBy'>,
  dependencies: PreparingDependencies,
): Promise<Prepared> {
  const beside = await lookUp(candidates, text, memories, dependencies);
  const pairs = await pairsOf(candidates, beside, dependencies);
  const compared = await comparePairs(
    candidates.tenant,
    pairs.map(({ pair }) => pair),
    dependencies,
  );
  const related = new Map<Comparable, Related[]>();
  for (const [place, { statement, fact }] of pairs.entries()) {
    const comparison = compared[place];
    if (!comparison || comparison.verdict === 'unrelated') continue;
    const ones = related.get(statement);
    if (ones) ones.push({ fact, comparison });
    else related.set(statement, [{ fact, comparison }]);
  }
  const before = [...beside.known];
  const proposals: Proposal[] = [];
  for (const [place, { extraction, kept, hash }] of candidates.candidates.entries()) {
    await pace();
    const same = before.filter((fact) => fact.hash === hash || fact.textHash === hash);
    const own = beside.own[place] ?? [];
    const statements = own.map((statement) => ({ statement, related: related.get(statement) ?? [] }));
    proposals.push({ id: candidateId(place), extraction, kept, hash, same, statements });
    before.push(...own);
  }
  return { proposals, versions: beside.versions };
}
