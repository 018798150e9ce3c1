import { nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { isAssistants } from '@hippocamp/shared/language/speaker';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading, Sought, TenantRepositories } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import { rareWords } from '../facts/rare-words.js';
import { wordKeys } from '../facts/word-keys.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { contentHash } from '../memories/normalise.js';
import { type BesideDependencies, knownBeside } from './known-beside.js';

/** So many that share the rarest words of a text are compared: of ten facts in other words nine are among them. */
export const ALIKE = 6;

/** Whose words a text is. */
export interface Origin {
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

export interface CandidateDependencies extends BesideDependencies {
  facts: Facts;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  repositories: TenantRepositories;
}

/** What a judge took for no instruction is marked for none, whatever its wording. */
const judgedHarmless = (kept: KeptReading): KeptReading => ({
  ...kept,
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
