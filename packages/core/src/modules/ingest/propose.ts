import { NAME, nothingRead, type TextReading } from '@hippocamp/shared/language/reading';
import { ASSISTANT, isAssistants } from '@hippocamp/shared/language/speaker';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Extraction } from '../../ports/extractor.js';
import type { KeptReading, KnownMemory, TenantRepositories, WeighedKey } from '../../ports/records.js';
import type { EmbedMemories } from '../embedding/memory-embedder.js';
import { factKey } from '../facts/fact-key.js';
import type { Facts } from '../facts/facts.js';
import { ALIKE } from '../facts/holding.js';
import { selfOf } from '../facts/memory-keys.js';
import { rareWords } from '../facts/rare-words.js';
import { type Aliases, namesGiven, resolve, selfKey } from '../facts/subjects.js';
import { wordKeys } from '../facts/word-keys.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { contentHash } from '../memories/normalise.js';
import { type BesideDependencies, knownBeside, NEAREST } from './known-beside.js';
import type { KnownFact, Proposal } from './known-fact.js';
import { UnreadMemories } from './rounds.js';
import { comparablesOf, statementTexts } from './statements.js';
import { inOneVoice } from './voices.js';

/** Only how a text begins may be about what was told last: "No, at ten." */
const OPENING = 5;

/** Whose words a text is. */
export interface Origin {
  tenant: TenantId;
  ownerEntityId: string | null;
  actorId: string | undefined;
  /** Where the text is kept; null where it is not, or is of several. */
  artifactId: string | null;
}

/** A candidate as it was read, before the names of the first person are known. */
interface Unnamed extends Omit<Proposal, 'statements' | 'latest'> {
  reading: TextReading;
  /** Of each of its statements. */
  vectors: readonly (Float32Array | null)[];
}

export interface Proposed extends Origin {
  /** Without the names of the first person, which only what is known tells. */
  proposals: Unnamed[];
  /** Memories that hold all words of a candidate or share its rarest, with the vectors of their texts, read before the transaction. */
  near: { id: string; content: string; vectors: readonly (Float32Array | null)[] }[];
  /** The rarest words of each candidate: who shares them is looked up once more in the transaction. */
  rare: WeighedKey[][];
  /** Ids of what was told last. */
  latest: string[];
}

interface Read {
  reading: TextReading;
  kept: KeptReading;
}

/** What a judge took for no instruction is marked for none, whatever its wording. */
const judgedHarmless = (kept: KeptReading): KeptReading => ({
  ...kept,
  marks: kept.marks.filter((mark) => mark !== 'instructs'),
});

/** As the speaker says it, and as the memory will say it: without a labelled speaker both are one. */
const readAll = async (tenant: TenantId, extractions: readonly Extraction[], facts: Facts): Promise<Read[]> => {
  const labelled = extractions.filter(({ speaker }) => speaker);
  const contents = labelled.map(({ content }) => content);
  const spoken = await facts.read(
    tenant,
    extractions.map(({ content, speaker }) => ({ content, speaker: speaker ?? null })),
  );
  const written = await facts.readToKeep(tenant, contents);
  const keptOf = new Map(labelled.map((extraction, place) => [extraction, written[place]]));
  return extractions.flatMap((extraction, place) => {
    const reading = spoken[place];
    if (!reading) return [];
    const kept = keptOf.get(extraction) ?? { ...reading, by: facts.version };
    return [{ reading, kept: extraction.isJudged ? judgedHarmless(kept) : kept }];
  });
};

export interface ProposingDependencies extends BesideDependencies {
  facts: Facts;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
  embedMemories: EmbedMemories;
  repositories: TenantRepositories;
}

/**
 * Reads the candidates and embeds them with the texts that they may repeat. Before the transaction that decides, because
 * none may wait for a model or a text.
 */
export async function propose(
  origin: Origin,
  extractions: readonly Extraction[],
  dependencies: ProposingDependencies,
): Promise<Proposed> {
  const { facts, vocabulary, embedMemories, repositories } = dependencies;
  const { tenant, ownerEntityId, artifactId } = origin;
  const read = await readAll(tenant, extractions, facts);
  const words = read.map(({ reading }) => wordKeys(tenant, ownerEntityId, reading.stems));
  const counted = await vocabulary.of(tenant);
  const rare = read.map(({ reading }) => rareWords(tenant, ownerEntityId, reading.stems, counted));
  const near = await repositories.memories.knownBy(ownerEntityId, {
    holding: words,
    sharing: { texts: rare, most: ALIKE, exceptArtifactId: artifactId },
    byAssistant: extractions.map(({ speaker }) => isAssistants(speaker)),
  });
  const nearRead = facts.kept(keptOf(near));
  const texts = [
    ...extractions.map(({ content }, place) => statementTexts(content, read[place]?.reading ?? nothingRead)),
    ...near.map(({ id, content }) => statementTexts(content, nearRead.get(id) ?? nothingRead)),
  ];
  // Without the model exact repeats and facts are still recognised.
  const vectors = await embedMemories(tenant, texts.flat()).catch(() => []);
  let place = 0;
  const vectorsOf = texts.map((statements) => statements.map(() => vectors[place++] ?? null));
  const beside = await knownBeside(
    origin,
    extractions.map(({ content }) => content),
    dependencies,
  );
  const proposals = extractions.flatMap((extraction, position) => {
    const one = read[position];
    if (!one) return [];
    return [
      {
        extraction,
        reading: one.reading,
        kept: one.kept,
        hash: contentHash(extraction.content),
        vectors: vectorsOf[position] ?? [],
        meant: new Set(beside.meant[position]),
      },
    ];
  });
  const known = near.map(({ id, content }, position) => {
    return { id, content, vectors: vectorsOf[extractions.length + position] ?? [] };
  });
  return { ...origin, proposals, near: known, rare, latest: beside.latest };
}

/** A text that changed meanwhile has another vector. */
const vectorKey = ({ id, content }: Pick<KnownMemory, 'id' | 'content'>) => `${id}\n${content}`;

const keptOf = (memories: readonly KnownMemory[]): ReadonlyMap<string, KeptReading> =>
  new Map(memories.flatMap(({ id, reading }): [string, KeptReading][] => (reading ? [[id, reading]] : [])));

/** What was read of memories and kept with them; nothing is read in a transaction. */
const keptReadings = (memories: readonly KnownMemory[], facts: Facts): ReadonlyMap<string, TextReading> => {
  const kept = facts.kept(keptOf(memories));
  const unread = memories.filter(({ id }) => !kept.has(id));
  if (unread.length > 0) throw new UnreadMemories(unread);
  return kept;
};

const readingOf = (memory: KnownMemory, kept: ReadonlyMap<string, TextReading>, aliases: Aliases) => {
  const reading = kept.get(memory.id);
  return reading && resolve(reading, selfOf(memory), isAssistants(memory.speaker) ? new Set() : aliases);
};

/** The names that the first person has given itself, in what is known and in the candidates. */
const findAliases = async (proposed: Proposed, repositories: TenantRepositories, facts: Facts): Promise<Aliases> => {
  const self = selfKey(proposed.actorId);
  const key = factKey({ subject: self, attribute: NAME });
  const known = await repositories.memories.knownBy(proposed.ownerEntityId, { factKeys: [key] });
  const kept = keptReadings(known, facts);
  const readings = [
    ...known.map((memory) => readingOf(memory, kept, new Set())),
    ...proposed.proposals.map(({ reading }) => resolve(reading, self, new Set())),
  ];
  return new Set(readings.flatMap((reading) => (reading ? namesGiven(reading, self) : [])));
};

/** What is asked about, by the first person's key and by the names that stood for it before they were known as such. */
const factKeysOf = (proposals: readonly Unnamed[], self: string, aliases: Aliases): string[] =>
  proposals.flatMap(({ reading }) =>
    resolve(reading, self, aliases).slots.flatMap((slot) => [
      factKey(slot),
      ...(slot.subject === self ? [...aliases].map((subject) => factKey({ ...slot, subject })) : []),
    ]),
  );

const findKnown = async (
  { ownerEntityId, artifactId, near, rare, latest }: Proposed,
  proposals: readonly Pick<Proposal, 'hash' | 'meant' | 'extraction'>[],
  factKeys: readonly string[],
  { memories }: TenantRepositories,
): Promise<KnownMemory[]> => {
  const beside = [...latest, ...proposals.flatMap(({ meant }) => [...meant])];
  const known = await memories.knownBy(ownerEntityId, {
    ids: [...near.map(({ id }) => id), ...beside],
    hashes: proposals.map(({ hash }) => hash),
    factKeys,
    sharing: { texts: rare, most: ALIKE, exceptArtifactId: artifactId },
    byAssistant: proposals.map(({ extraction }) => isAssistants(extraction.speaker)),
  });
  // The oldest of several repeats is the one that is named.
  return known.sort(
    (first, second) => first.createdAt.getTime() - second.createdAt.getTime() || (first.id < second.id ? -1 : 1),
  );
};

/** What is kept with what was said before ends with its own words, which stand elsewhere in the text. */
const ownWords = ({ content, sourceSpan }: Extraction): string | null => {
  const own = sourceSpan.replace(/^[^\p{L}\p{N}]+/u, '').trim();
  return own !== '' && content.length > own.length && content.endsWith(own) && content.includes('"') ? own : null;
};

/** Of what is nearest in meaning, the nearest that the same one may have said. */
const meantAmong = (known: readonly KnownMemory[]) => {
  const byId = new Map(known.map((memory) => [memory.id, memory]));
  return ({ meant, extraction }: Pick<Proposal, 'meant' | 'extraction'>): ReadonlySet<string> => {
    const speaker = extraction.speaker ?? null;
    const own = [...meant].flatMap((id) => byId.get(id) ?? []).filter((memory) => inOneVoice({ speaker }, memory));
    return new Set(own.slice(0, NEAREST).map(({ id }) => id));
  };
};

/**
 * The proposals with aliases resolved, and all that is known that they could repeat or replace. Throws `UnreadMemories` where
 * nobody has read one of those yet.
 */
export async function gather(
  proposed: Proposed,
  repositories: TenantRepositories,
  facts: Facts,
): Promise<{ proposals: Proposal[]; known: KnownFact[] }> {
  const self = selfKey(proposed.actorId);
  const aliases = await findAliases(proposed, repositories, facts);
  const latest = new Set(proposed.latest);
  const none: ReadonlySet<string> = new Set();
  const proposals = proposed.proposals.map(({ reading, vectors, ...proposal }, place): Proposal => {
    const { content, speaker = null } = proposal.extraction;
    const told = {
      content,
      own: ownWords(proposal.extraction),
      hash: proposal.hash,
      speaker,
      self: isAssistants(speaker) ? ASSISTANT : self,
      aliases,
    };
    return { ...proposal, latest: place < OPENING ? latest : none, statements: comparablesOf(told, reading, vectors) };
  });
  const known = await findKnown(proposed, proposals, factKeysOf(proposed.proposals, self, aliases), repositories);
  const kept = keptReadings(known, facts);
  const meantOf = meantAmong(known);
  const vectors = new Map(proposed.near.map((near) => [vectorKey(near), near]));
  return {
    proposals: proposals.map((proposal) => ({ ...proposal, meant: meantOf(proposal) })),
    known: known.flatMap((memory): KnownFact[] => {
      const reading = kept.get(memory.id);
      if (!reading) return [];
      const { id, content, contentHash: hash, occurredAt, speaker } = memory;
      const told = { content, hash, speaker, self: selfOf(memory), aliases };
      const statements = comparablesOf(told, reading, vectors.get(vectorKey(memory))?.vectors ?? []);
      return statements.map((statement) => ({ ...statement, id, of: statements.length, occurredAt }));
    }),
  };
}
