import { NAME, type TextReading } from '@hippocamp/shared/language/reading';
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
import { comparisonKey } from './comparisons.js';
import { type BesideDependencies, knownBeside, NEAREST } from './known-beside.js';
import type { KnownFact, Proposal } from './known-fact.js';
import { UnreadMemories } from './rounds.js';
import { inOneVoice } from './voices.js';

/** Whose words a text is. */
export interface Origin {
  tenant: TenantId;
  ownerEntityId: string | null;
  actorId: string | undefined;
  /** Where the text is kept; null where it is not, or is of several. */
  artifactId: string | null;
}

type Unnamed = Omit<Proposal, 'key' | 'latest'>;

export interface Proposed extends Origin {
  /** Without the names of the first person, which only what is known tells. */
  proposals: Unnamed[];
  /** Memories that hold all words of a candidate or share its rarest, with the vectors of their texts, read before the transaction. */
  near: { id: string; content: string; vector: Float32Array | null }[];
  /** The rarest words of each candidate: who shares them is looked up once more in the transaction. */
  rare: WeighedKey[][];
  /** Ids of what was told last. */
  latest: string[];
}

interface Read {
  reading: TextReading;
  kept: KeptReading;
}

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
    return reading ? [{ reading, kept: keptOf.get(extraction) ?? { ...reading, by: facts.version } }] : [];
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
  const { tenant, ownerEntityId, actorId, artifactId } = origin;
  const read = await readAll(tenant, extractions, facts);
  const words = read.map(({ reading }) => wordKeys(tenant, ownerEntityId, reading.stems));
  const counted = await vocabulary.of(tenant);
  const rare = read.map(({ reading }) => rareWords(tenant, ownerEntityId, reading.stems, counted));
  const near = await repositories.memories.knownBy(ownerEntityId, {
    holding: words,
    sharing: { texts: rare, most: ALIKE, exceptArtifactId: artifactId },
    byAssistant: extractions.map(({ speaker }) => isAssistants(speaker)),
  });
  const texts = [...extractions, ...near].map(({ content }) => content);
  // Without the model exact repeats and facts are still recognised.
  const vectors = await embedMemories(tenant, texts).catch(() => []);
  const vectorAt = (position: number) => vectors[position] ?? null;
  const beside = await knownBeside(
    origin,
    extractions.map(({ content }) => content),
    dependencies,
  );
  const proposals = extractions.flatMap((extraction, position) => {
    const one = read[position];
    if (!one) return [];
    const { content, speaker = null } = extraction;
    const self = isAssistants(speaker) ? ASSISTANT : selfKey(actorId);
    const { stems, words: inOrder, ...reading } = resolve(one.reading, self, new Set());
    const compared = { content, stems: new Set(stems), words: inOrder, reading, speaker, self };
    return [
      {
        ...compared,
        extraction,
        kept: one.kept,
        hash: contentHash(content),
        vector: vectorAt(position),
        meant: new Set(beside.meant[position]),
      },
    ];
  });
  const known = near.map(({ id, content }, position) => {
    return { id, content, vector: vectorAt(extractions.length + position) };
  });
  return { ...origin, proposals, near: known, rare, latest: beside.latest };
}

/** A text that changed meanwhile has another vector. */
const vectorKey = ({ id, content }: Pick<KnownMemory, 'id' | 'content'>) => `${id}\n${content}`;

/** What was read of memories and kept with them; nothing is read in a transaction. */
const keptReadings = (memories: readonly KnownMemory[], facts: Facts): ReadonlyMap<string, TextReading> => {
  const read = memories.flatMap(({ id, reading }): [string, KeptReading][] => (reading ? [[id, reading]] : []));
  const kept = facts.kept(new Map(read));
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
    ...proposed.proposals.map(({ reading }) => reading),
  ];
  return new Set(readings.flatMap((reading) => (reading ? namesGiven(reading, self) : [])));
};

/** What is asked about, by the first person's key and by the names that stood for it before they were known as such. */
const factKeysOf = (proposals: readonly Unnamed[], self: string, aliases: Aliases): string[] =>
  proposals.flatMap(({ reading }) =>
    reading.slots.flatMap((slot) => [
      factKey(slot),
      ...(slot.subject === self ? [...aliases].map((subject) => factKey({ ...slot, subject })) : []),
    ]),
  );

const findKnown = async (
  { ownerEntityId, artifactId, near, rare, latest }: Proposed,
  proposals: readonly Unnamed[],
  factKeys: readonly string[],
  { memories }: TenantRepositories,
): Promise<KnownMemory[]> => {
  const beside = [...latest, ...proposals.flatMap(({ meant }) => [...meant])];
  const known = await memories.knownBy(ownerEntityId, {
    ids: [...near.map(({ id }) => id), ...beside],
    hashes: proposals.map(({ hash }) => hash),
    factKeys,
    sharing: { texts: rare, most: ALIKE, exceptArtifactId: artifactId },
    byAssistant: proposals.map(({ speaker }) => isAssistants(speaker)),
  });
  // The oldest of several repeats is the one that is named.
  return known.sort(
    (first, second) => first.createdAt.getTime() - second.createdAt.getTime() || (first.id < second.id ? -1 : 1),
  );
};

/** Of what is nearest in meaning, the nearest that the same one may have said. */
const meantAmong = (known: readonly KnownMemory[]) => {
  const byId = new Map(known.map((memory) => [memory.id, memory]));
  return ({ meant, speaker }: Unnamed): ReadonlySet<string> => {
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
  const proposals = proposed.proposals.map((proposal) => {
    const reading = isAssistants(proposal.speaker) ? proposal.reading : resolve(proposal.reading, self, aliases);
    return { ...proposal, reading, latest, key: comparisonKey(proposal.content, reading, proposal) };
  });
  const known = await findKnown(proposed, proposals, factKeysOf(proposals, self, aliases), repositories);
  const kept = keptReadings(known, facts);
  const meantOf = meantAmong(known);
  const vectors = new Map(proposed.near.map((near) => [vectorKey(near), near]));
  return {
    proposals: proposals.map((proposal) => ({ ...proposal, meant: meantOf(proposal) })),
    known: known.flatMap((memory) => {
      const read = readingOf(memory, kept, aliases);
      if (!read) return [];
      const { stems, words, ...reading } = read;
      const { id, content, contentHash: hash, occurredAt, speaker } = memory;
      const vector = vectors.get(vectorKey(memory))?.vector ?? null;
      const self = selfOf(memory);
      const key = comparisonKey(content, reading, { vector, self });
      const told = { content, stems: new Set(stems), words, reading, hash, speaker, self };
      return [{ id, ...told, vector, key, occurredAt }];
    }),
  };
}
