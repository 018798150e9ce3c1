import type { Comparison } from '@hippocamp/shared/language/comparison';
import type { Amended } from '@hippocamp/shared/language/judgement';
import { MOST_STATEMENTS, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
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

export interface Comparable {
  content: string;
  /** The text's own words, when `content` also holds words of an earlier message; null otherwise. */
  own: string | null;
  /** The earlier words that it corrects. Null when it corrects none, or is complete by itself. */
  amends: Amended | null;
  /** `hash` is that of the statement, `textHash` that of its whole text. */
  hash: string;
  textHash: string;
  /** The words that matter for a comparison, in their order. */
  words: readonly string[];
  vector: Float32Array | null;
  /** The entity that "I" means. What one person says of themselves does not compare with what another says. */
  self: string;
  /** Null when the owner speaks. */
  speaker: string | null;
  /** The place in the text; null when the statement is the whole text. */
  part: Span | null;
  /** True of a text of several statements that is compared as one. */
  isOfMany?: boolean;
}

/** A statement of a memory of the same owner, or of an earlier candidate. */
export interface KnownFact extends Comparable {
  id: string;
  of: number;
  occurredAt: Date;
  /** Set for a fact of the same text. `message` is null when the text was not sent as messages. */
  inText?: { message: number | null };
}

export interface Related {
  fact: KnownFact;
  comparison: Comparison;
}

export interface Proposal {
  id: string;
  extraction: Extraction;
  kept: KeptReading;
  hash: string;
  same: readonly KnownFact[];
  /** At least one, each with the facts near it. */
  statements: readonly { statement: Comparable; related: readonly Related[] }[];
}

export const candidateId = (place: number): string => `candidate ${place}`;
export const isCandidate = (id: string): boolean => id.startsWith('candidate ');

export const factsAs = (statements: readonly Comparable[], id: string, occurredAt: Date): KnownFact[] =>
  statements.map((statement) => ({ ...statement, id, of: statements.length, occurredAt }));

type Voice = Pick<Comparable, 'speaker'>;

/** The assistant's words are compared only with its own words, because they may repeat a person's words wrongly. */
export const inOneVoice = (first: Voice, second: Voice): boolean =>
  isAssistants(first.speaker) === isAssistants(second.speaker);

/** A person's words are kept even if the assistant said them first. The assistant's repeat of a person is dropped. */
export const repeatsWords = (candidate: Voice, known: Voice): boolean =>
  isAssistants(candidate.speaker) || !isAssistants(known.speaker);

/** The assistant's words replace nothing, not even its own earlier words: they only age. */
export const mayOppose = (candidate: Voice, known: Voice): boolean =>
  !isAssistants(candidate.speaker) && !isAssistants(known.speaker);

export type CandidateText = Pick<Comparable, 'content' | 'own' | 'amends' | 'hash' | 'speaker' | 'self'>;

/** What a text is compared by. */
export interface ComparedReading extends Pick<TextReading, 'words' | 'statements'> {
  /** True where its statements were left out. */
  isOfMany?: boolean;
}

/** Compares a text of several statements as one. */
export const asOne = ({ words, statements, isOfMany }: ComparedReading): ComparedReading => ({
  words,
  statements: [],
  isOfMany: isOfMany || statements.length > 1,
});

/** Empty where the text is compared as one. */
export const statementsApart = ({ statements }: Pick<TextReading, 'statements'>): TextReading['statements'] =>
  statements.length > MOST_STATEMENTS ? [] : statements;

/** The texts that vectors are made of: one for each statement. */
export function statementTexts(content: string, reading: Pick<TextReading, 'statements'>): string[] {
  const statements = statementsApart(reading);
  return statements.length === 0 ? [content] : statements.map(({ start, end }) => content.slice(start, end));
}

/** `vectors` belong to the `statementTexts` of the text. */
export function comparablesOf(
  { content, own, amends, hash, speaker, self }: CandidateText,
  { words, ...reading }: ComparedReading,
  vectors: readonly (Float32Array | null)[],
): Comparable[] {
  const who = { speaker, self };
  const [vector = null] = vectors;
  const statements = statementsApart(reading);
  const isOfMany = reading.isOfMany || statements.length < reading.statements.length;
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
        ...(isOfMany ? { isOfMany } : {}),
        ...who,
      },
    ];
  return statements.map(({ start, end, words: its }, place) => {
    const written = content.slice(start, end);
    const common = { content: spokenWords({ content: written, speaker }), own, amends, textHash: hash, words: its };
    return { ...common, hash: contentHash(written), vector: vectors[place] ?? null, part: { start, end }, ...who };
  });
}

/** Nearest memories that each statement is compared with. One of equal meaning is usually among the first. */
const NEAREST = 3;
/** More than `NEAREST`, because some are the assistant's and drop out for a person's words. */
const LOOKED_AT = 2 * NEAREST;
/** The latest memories are compared too: "No, at ten" is about them, and the index may not hold them yet. */
export const LATEST = 6;

const noWords = sparseOf([]);

export interface BesideDependencies {
  index: Pick<VectorIndex, 'lists'>;
  embedder: Pick<Embedder, 'embed'>;
  repositories: Pick<TenantRepositories, 'memories'>;
}

interface Beside {
  /** For each statement the memories nearest in meaning, nearest first, from any speaker. */
  meant: string[][];
  latest: string[];
}

/** ms. A vector server that hangs must not hold up the ingest, which can do without it. */
const LONGEST_WAIT = 2000;

/** `meant` stays empty when the index or embedder fails or is late, or when `latest` holds all memories. */
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
  let isLate = false;
  const look = async (): Promise<string[][]> => {
    const vectors = await embedder.embed(contents, 'memory', tenant);
    const meant: string[][] = [];
    for (const vector of vectors) meant.push(isLate ? [] : await nearest(vector));
    return meant;
  };
  if (latest.length < LATEST) return { meant: [], latest };
  const looking = look().catch((): string[][] => []);
  if (await settlesWithin(looking, LONGEST_WAIT)) return { meant: await looking, latest };
  isLate = true;
  return { meant: [], latest };
}

/** Memories that share rare words and are compared. They include nine of ten facts in other words. */
export const ALIKE = 6;

interface Origin {
  tenant: TenantId;
  ownerEntityId: string | null;
  actorId: string | undefined;
  /** The artifact that keeps the text; null when there is none, or several. */
  artifactId: string | null;
}

export interface Candidate {
  extraction: Extraction;
  reading: TextReading;
  kept: KeptReading;
  hash: string;
}

/** Some candidates of a text, with the query for the memories that they may repeat or replace. */
export interface Candidates extends Origin {
  candidates: Candidate[];
  latest: readonly string[];
  sought: Sought;
}

interface CandidateDependencies extends BesideDependencies {
  facts: FactReader;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  repositories: TenantRepositories;
}

/** A judge reads a content again whose wording it did not overrule: what stands beside its own words makes it an order. */
const asJudged = (kept: KeptReading, { isJudged, overrules }: Extraction): KeptReading => {
  if (!isJudged || (kept.marks.includes('instructs') && !overrules)) return kept;
  return { ...kept, isJudged: true, marks: kept.marks.filter((mark) => mark !== 'instructs') };
};

/** Runs before the transaction that decides, because a transaction must not wait for a model. */
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
      kept: asJudged(kept, extraction),
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
