import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Embedder } from '../../ports/embedder.js';
import type { Extraction } from '../../ports/extractor.js';
import type { MemoryRecord, TenantRepositories } from '../../ports/records.js';
import { stemsOf } from '../facts/compare.js';
import { factKey } from '../facts/fact-key.js';
import type { Facts } from '../facts/facts.js';
import { type Aliases, NAME, namesGiven, resolve, selfKey } from '../facts/subjects.js';
import { wordKeys } from '../facts/word-keys.js';
import { wordingOf } from '../facts/wording.js';
import { contentHash } from '../memories/normalise.js';
import type { KnownFact, Proposal } from './decide.js';

export interface Proposed {
  tenant: TenantId;
  ownerEntityId: string | null;
  actorId: string | undefined;
  proposals: Proposal[];
  /** Memories that hold all words of a candidate, with the vectors of their texts, read before the transaction. */
  near: { id: string; content: string; vector: Float32Array | null }[];
}

/**
 * Reads the candidates and embeds them with the texts that they may repeat. Before the transaction that decides, because
 * none may wait for a model.
 */
export async function propose(
  origin: Pick<Proposed, 'tenant' | 'ownerEntityId' | 'actorId'>,
  extractions: readonly Extraction[],
  { facts, embedder, repositories }: { facts: Facts; embedder: Embedder; repositories: TenantRepositories },
): Promise<Proposed> {
  const read = extractions.map((extraction) => ({
    extraction,
    stems: stemsOf(extraction.content),
    words: wordingOf(extraction.content),
    reading: facts.read(extraction.content, extraction.speaker ?? null, origin.actorId),
    hash: contentHash(extraction.content),
    vector: null,
  }));
  const { tenant, ownerEntityId } = origin;
  const words = extractions.map(({ content }) => wordKeys(tenant, ownerEntityId, content));
  const near = await repositories.memories.withWords(ownerEntityId, words);
  const texts = [...extractions, ...near].map(({ content }) => content);
  // Without the model exact repeats and facts are still recognised.
  const vectors = await embedder.embed(texts, 'memory').catch(() => []);
  const proposals = read.map((proposal, position) => ({ ...proposal, vector: vectors[position] ?? null }));
  const known = near.map(({ id, content }, position) => {
    return { id, content, vector: vectors[read.length + position] ?? null };
  });
  return { ...origin, proposals, near: known };
}

/** A text that changed meanwhile has another vector. */
const vectorKey = ({ id, content }: Pick<MemoryRecord, 'id' | 'content'>) => `${id}\n${content}`;

/** The names that the first person has given itself, in what is known and in the candidates. */
const findAliases = async (proposed: Proposed, repositories: TenantRepositories, facts: Facts): Promise<Aliases> => {
  const self = selfKey(proposed.actorId);
  const key = factKey({ subject: self, attribute: NAME });
  const known = await repositories.memories.withFacts(proposed.ownerEntityId, [key]);
  const readings = [
    ...known.map((memory) => facts.readMemory(memory, new Set())),
    ...proposed.proposals.map(({ reading }) => reading),
  ];
  return new Set(readings.flatMap((reading) => namesGiven(reading, self)));
};

/** What is asked about, by the first person's key and by the names that stood for it before they were known as such. */
const factKeysOf = (proposals: readonly Proposal[], self: string, aliases: Aliases): string[] =>
  proposals.flatMap(({ reading }) =>
    reading.slots.flatMap((slot) => [
      factKey(slot),
      ...(slot.subject === self ? [...aliases].map((subject) => factKey({ ...slot, subject })) : []),
    ]),
  );

/** The proposals with aliases resolved, and all that is known that they could repeat or replace. */
export async function gather(
  proposed: Proposed,
  repositories: TenantRepositories,
  facts: Facts,
): Promise<{ proposals: Proposal[]; known: KnownFact[] }> {
  const { ownerEntityId, near } = proposed;
  const self = selfKey(proposed.actorId);
  const aliases = await findAliases(proposed, repositories, facts);
  const proposals = proposed.proposals.map((proposal) => ({
    ...proposal,
    reading: resolve(proposal.reading, self, aliases),
  }));
  const { memories } = repositories;
  const same = await memories.withHashes(
    ownerEntityId,
    proposals.map(({ hash }) => hash),
  );
  const named = await memories.getMany([...same, ...near].map(({ id }) => id));
  const found = [
    ...named.filter(({ invalidAt, archivedAt }) => invalidAt === null && archivedAt === null),
    ...(await memories.withFacts(ownerEntityId, factKeysOf(proposals, self, aliases))),
  ];
  const vectors = new Map(near.map(({ id, content, vector }) => [vectorKey({ id, content }), vector]));
  const known = [...new Map(found.map((memory) => [memory.id, memory])).values()];
  // The oldest of several repeats is the one that is named.
  known.sort(
    (first, second) => first.createdAt.getTime() - second.createdAt.getTime() || (first.id < second.id ? -1 : 1),
  );
  return {
    proposals,
    known: known.map((memory) => ({
      id: memory.id,
      stems: stemsOf(memory.content),
      words: wordingOf(memory.content),
      reading: facts.readMemory(memory, aliases),
      hash: memory.contentHash,
      vector: vectors.get(vectorKey(memory)) ?? null,
      occurredAt: memory.occurredAt,
    })),
  };
}
