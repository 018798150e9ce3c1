import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { isAssistants } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { sparseOf } from '@hippocamp/shared/text/terms';
import type { Embedder } from '../../ports/embedder.js';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading, Sought, TenantRepositories } from '../../ports/records.js';
import type { VectorIndex } from '../../ports/vector-index.js';
import { contentHash, type Facts, rareWords, wordKeys } from '../facts/facts.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { settlesWithin } from '../waiting.js';

/** Of each statement, so many nearest in meaning are compared: who says the same in no word of it is among the first. */
const NEAREST = 3;
/** Of those nearest at all: an assistant often says what it was just told, and is not what a person's word is compared with. */
const LOOKED_AT = 2 * NEAREST;
/** So many that were told last: "No, at ten" is about what was just said, and the index may not hold that yet. */
export const LATEST = 6;

const noWords = sparseOf([]);

export interface BesideDependencies {
  index: Pick<VectorIndex, 'lists'>;
  embedder: Pick<Embedder, 'embed'>;
  repositories: Pick<TenantRepositories, 'memories'>;
}

/** Ids of memories that may be about the same, whatever their words. */
interface Beside {
  /** Of each statement those nearest in meaning, whoever said them, the nearest first. */
  meant: string[][];
  /** Those that were told last, whatever they say, but for what the assistant said. */
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

/** So many that share the rarest words of a text are compared: of ten facts in other words nine are among them. */
export const ALIKE = 6;

/** Whose words a text is. */
interface Origin {
  tenant: TenantId;
  ownerEntityId: string | null;
  actorId: string | undefined;
  /** Where the text is kept; null where it is not, or is of several. */
  artifactId: string | null;
}

/** A candidate as it was read. */
export interface Candidate {
  extraction: Extraction;
  reading: TextReading;
  /** Of its content as it is kept. */
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
  facts: Facts;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  repositories: TenantRepositories;
}

/** What a judge took for no instruction is marked for none, whatever its wording. */
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
