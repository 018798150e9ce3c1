import type { Comparison } from '@hippocamp/shared/language/comparison';
import type { Amended } from '@hippocamp/shared/language/judgement';
import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { isAssistants } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { sparseOf } from '@hippocamp/shared/text/terms';
import type { Embedder } from '../../ports/embedder.js';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading, Sought, Span, TenantRepositories } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { contentHash, type FactReader, rareWords, spokenWords, wordKeys } from '../facts/facts.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { settlesWithin } from '../waiting.js';

/** A statement with all that it is compared by. */
export interface Comparable {
  content: string;
  /** The words of the text itself, where it is kept with words of what was said before. */
  own: string | null;
  /** The earlier words that it corrects; null where it corrects none, or says everything in full. */
  amends: Amended | null;
  /** The hash of the statement, and of its whole text. */
  hash: string;
  textHash: string;
  /** All that matter, in order. */
  words: readonly string[];
  vector: Float32Array | null;
  /** Whom "I" means: what one says of themselves is nothing to what another does. */
  self: string;
  /** The labelled speaker; null where it is the owner's own word. */
  speaker: string | null;
  /** Its place in the text; null where it is the whole text. */
  part: Span | null;
}

/** A statement of a memory of the same owner, or of an earlier candidate, that a candidate could repeat or replace. */
export interface KnownFact extends Comparable {
  /** The id of the memory or of the candidate. */
  id: string;
  /** The number of statements in that text. */
  of: number;
  /** When it was said. */
  occurredAt: Date;
  /** Set for a fact of the text itself: the number of its message, null where the text was not sent as messages. */
  inText?: { message: number | null };
}

/** The comparison of a candidate's statement with a fact. */
export interface Related {
  fact: KnownFact;
  comparison: Comparison;
}

/** A candidate with all that has to be known to decide about it. */
export interface Proposal {
  /** The id by which later candidates of the same text refer to it. */
  id: string;
  extraction: Extraction;
  /** The reading of its content, as it is kept with the memory that it may become. */
  kept: KeptReading;
  hash: string;
  /** Facts of the same text, the oldest first. */
  same: readonly KnownFact[];
  /** Its statements, at least one, each with the facts near it and how it compares with them. */
  statements: readonly { statement: Comparable; related: readonly Related[] }[];
}

/** The id by which later candidates of the same text refer to one. */
export const candidateId = (place: number): string => `candidate ${place}`;
export const isCandidate = (id: string): boolean => id.startsWith('candidate ');

/** The statements of a candidate, as facts that later candidates are compared with. */
export const factsAs = (statements: readonly Comparable[], id: string, occurredAt: Date): KnownFact[] =>
  statements.map((statement) => ({ ...statement, id, of: statements.length, occurredAt }));

type Voice = Pick<Comparable, 'speaker'>;

/** The assistant's words are compared with its own words alone: they may be as wrong as they are alike. */
export const inOneVoice = (first: Voice, second: Voice): boolean =>
  isAssistants(first.speaker) === isAssistants(second.speaker);

/**
 * Whether the same words count as a repeat. A person's words are kept although the assistant said them first, but not
 * the reverse.
 */
export const repeatsWords = (candidate: Voice, known: Voice): boolean =>
  isAssistants(candidate.speaker) || !isAssistants(known.speaker);

/** The assistant's words take nobody's place, not even that of its own: they age. */
export const mayOppose = (candidate: Voice, known: Voice): boolean =>
  !isAssistants(candidate.speaker) && !isAssistants(known.speaker);

/** A text, and who says it. */
export type CandidateText = Pick<Comparable, 'content' | 'own' | 'amends' | 'hash' | 'speaker' | 'self'>;

/** The words of each statement of a text; what a vector is made of. */
export const statementTexts = (content: string, { statements }: Pick<TextReading, 'statements'>): string[] =>
  statements.length === 0 ? [content] : statements.map(({ start, end }) => content.slice(start, end));

/** The statements of a text. `vectors` belong to its `statementTexts`. */
export function comparablesOf(
  { content, own, amends, hash, speaker, self }: CandidateText,
  { words, statements }: Pick<TextReading, 'words' | 'statements'>,
  vectors: readonly (Float32Array | null)[],
): Comparable[] {
  const who = { speaker, self };
  const [vector = null] = vectors;
  if (statements.length === 0 || own !== null)
    return [
      {
        content: spokenWords({ content, speaker }),
        own,
        amends,
        hash,
        textHash: hash,
        words,
        vector,
        part: null,
        ...who,
      },
    ];
  return statements.map(({ start, end, words: its }, place) => {
    const written = content.slice(start, end);
    const common = { content: spokenWords({ content: written, speaker }), own, amends, textHash: hash, words: its };
    return { ...common, hash: contentHash(written), vector: vectors[place] ?? null, part: { start, end }, ...who };
  });
}

/** Memories nearest in meaning that each statement is compared with: one that says the same in other words is among the first. */
const NEAREST = 3;
/** Nearest memories that the index is asked for: some are the assistant's, which a person's words are not compared with. */
const LOOKED_AT = 2 * NEAREST;
/** Latest memories that are compared: "No, at ten" is about what was just said, and the index may not hold that yet. */
export const LATEST = 6;

const noWords = sparseOf([]);

export interface BesideDependencies {
  index: Pick<VectorIndex, 'lists'>;
  embedder: Pick<Embedder, 'embed'>;
  repositories: Pick<TenantRepositories, 'memories'>;
}

/** Ids of memories that may be about the same, whatever their words. */
interface Beside {
  /** For each statement the memories nearest in meaning, nearest first, from any speaker. */
  meant: string[][];
  /** The latest memories, without those of the assistant. */
  latest: string[];
}

/** ms: a server of vectors that hangs must not hold up what does without it. */
const LONGEST_WAIT = 2000;

/**
 * What no shared word finds. Where the model or the index cannot be asked in time, or the latest are all that there is, nobody is near
 * in meaning: words have to do.
 */
export async function knownBeside(
  { tenant, ownerEntityId }: { tenant: TenantId; ownerEntityId: string | null },
  contents: readonly string[],
  { index, embedder, repositories }: BesideDependencies,
): Promise<Beside> {
  if (contents.length === 0) return { meant: [], latest: [] };
  const own = { ownerEntityId, includeArchived: false, includeSuperseded: false, exceptAssistants: true };
  const latest = await repositories.memories.matching(own, { before: null, limit: LATEST });
  const filter = { ownerEntityId, includeSuperseded: false };
  const nearest = async (dense: Float32Array | null) => {
    if (!dense) return [];
    const lists = await index.lists(tenant, { dense, sparse: noWords }, filter, LOOKED_AT);
    return lists.dense.map(({ id }) => id);
  };
  const look = async (): Promise<string[][]> => {
    const vectors = await embedder.embed(contents, 'memory', tenant);
    const meant: string[][] = [];
    for (const vector of vectors) meant.push(await nearest(vector));
    return meant;
  };
  if (latest.length < LATEST) return { meant: [], latest };
  const looking = look().catch((): string[][] => []);
  return { meant: (await settlesWithin(looking, LONGEST_WAIT)) ? await looking : [], latest };
}

/** Memories that share the rarest words of a text and are compared: nine of ten facts in other words are among them. */
export const ALIKE = 6;

/** The owner and the source of a text. */
interface Origin {
  tenant: TenantId;
  ownerEntityId: string | null;
  actorId: string | undefined;
  /** The artifact that keeps the text; null where none does, or several do. */
  artifactId: string | null;
}

/** A candidate as it was read. */
export interface Candidate {
  extraction: Extraction;
  reading: TextReading;
  /** The reading of its content, as it is kept. */
  kept: KeptReading;
  hash: string;
}

/** A part of a text's candidates, and by what it is looked up which memories they may repeat or replace. */
export interface Candidates extends Origin {
  candidates: Candidate[];
  /** Ids of what was told last. */
  latest: readonly string[];
  sought: Sought;
}

interface CandidateDependencies extends BesideDependencies {
  facts: FactReader;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  repositories: TenantRepositories;
}

/** A text that the judge took for no instruction has no such mark, whatever its wording. */
const judgedHarmless = (kept: KeptReading): KeptReading => ({
  ...kept,
  isJudged: true,
  marks: kept.marks.filter((mark) => mark !== 'instructs'),
});

/** Reads candidates. Before the transaction that decides, because none may wait for a model or a text. */
export async function readCandidates(
  origin: Origin,
  extractions: readonly Extraction[],
  dependencies: CandidateDependencies,
): Promise<Candidates> {
  const { facts, vocabulary } = dependencies;
  const { tenant, ownerEntityId, artifactId } = origin;
  const contents = extractions.map(({ content }) => content);
  const readings = await facts.read(
    tenant,
    extractions.map(({ content, speaker }) => ({ content, speaker: speaker ?? null })),
  );
  const beside = await knownBeside(origin, contents, dependencies);
  const counted = await vocabulary.of(tenant);
  const candidates = extractions.map((extraction, place): Candidate => {
    const reading = readings[place] ?? nothingRead;
    const kept = { ...reading, by: facts.version };
    return {
      ...{ extraction, reading, hash: contentHash(extraction.content) },
      kept: extraction.isJudged ? judgedHarmless(kept) : kept,
    };
  });
  const stems = candidates.map(({ reading }) => reading.stems);
  const texts = stems.map((each) => rareWords(tenant, ownerEntityId, each, counted));
  const sought: Sought = {
    ids: [...beside.latest, ...beside.meant.flat()],
    hashes: candidates.map(({ hash }) => hash),
    holding: stems.map((each) => wordKeys(tenant, ownerEntityId, each)),
    sharing: { texts, most: ALIKE, exceptArtifactId: artifactId },
    byAssistant: extractions.map(({ speaker }) => isAssistants(speaker)),
  };
  return { ...origin, candidates, latest: beside.latest, sought };
}
