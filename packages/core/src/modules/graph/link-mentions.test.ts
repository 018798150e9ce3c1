import type { Named } from '@hippocamp/shared/language/named';
import { describe, expect, it } from 'vitest';
import type { EntityRecord, RelationRecord, TenantRepositories } from '../../ports/records.js';
import { NOON, newEntity, sequentialIds } from '../../testing/builders.js';
import { linkMentions, type Mentioning } from './link-mentions.js';

/** `gone` are entities that can no longer be held. */
const stage = (known: readonly EntityRecord[], gone: readonly string[] = []) => {
  const all = [...known];
  const relations: RelationRecord[] = [];
  const steps: string[] = [];
  const repositories = {
    entities: {
      get: async (id: string) => all.find((entity) => entity.id === id) ?? null,
      lockNames: async () => void steps.push('lock'),
      named: async (names: string[]) =>
        names.map((name) => all.find((each) => each.name.toLowerCase() === name.toLowerCase())?.id ?? null),
      insert: async (rows: EntityRecord[]) => void all.push(...rows),
    },
    relations: {
      hold: async (nodes: { id: string }[]) => nodes.filter(({ id }) => !gone.includes(id)),
      add: async (rows: RelationRecord[]) => void relations.push(...rows),
    },
  } as unknown as TenantRepositories;
  const ids = sequentialIds(2);
  const nameOf = (id: string) => all.find((entity) => entity.id === id)?.name;
  return {
    steps,
    link: (memories: Mentioning[], ownerEntityId: string | null = null) =>
      linkMentions(repositories, memories, { ownerEntityId, ids, now: NOON }),
    made: () => all.slice(known.length).map(({ name, type }) => `${name}: ${type}`),
    edges: () => relations.map(({ fromId, toId, type }) => `${fromId} ${type} ${nameOf(toId)}`),
    entities: all,
  };
};

const named = (name: string, given: Partial<Named> = {}): Named => ({ name, kind: 'thing', certain: true, ...given });
const memory = (memoryId: string, names: readonly Named[], speaker: string | null = null): Mentioning => ({
  ...{ memoryId, speaker, named: names },
});
const seeds = sequentialIds();

describe('memories that are stored', () => {
  it('are related to what they name, which is made once where it is missing', async () => {
    const { link, made, edges, entities } = stage([newEntity(seeds.next(), { name: 'porto' })]);
    await link([memory('a', [named('Mara'), named('Porto')]), memory('b', [named('MARA', { kind: 'person' })])]);
    expect(made()).toEqual(['MARA: person']);
    expect(edges()).toEqual(['a mentions MARA', 'a mentions porto', 'b mentions MARA']);
    expect(entities.map(({ fromMentions }) => fromMentions)).toEqual([false, true]);
  });

  it('find by a name that is not certain, and make nothing of it', async () => {
    const { link, made, edges } = stage([newEntity(seeds.next(), { name: 'Rose' })]);
    await link([memory('a', [named('Rose', { certain: false }), named('Coffee', { certain: false })])]);
    expect([made(), edges()]).toEqual([[], ['a mentions Rose']]);
  });

  it('are related to their speaker, a person', async () => {
    const { link, made, edges } = stage([]);
    await link([memory('a', [named('Ben')], 'Mara')]);
    expect(made()).toEqual(['Mara: person', 'Ben: thing']);
    expect(edges()).toEqual(['a mentions Mara', 'a mentions Ben']);
  });

  it('make nobody of the assistant, and find what it named', async () => {
    const { link, made, edges } = stage([]);
    await link([memory('a', [named('Miss Bee'), named('Assistant', { kind: 'person' })], 'assistant')]);
    expect(made()).toEqual(['Miss Bee: thing']);
    expect(edges()).toEqual(['a mentions Miss Bee']);
  });

  it('are related to their owner, who is meant by that name', async () => {
    const owner = newEntity(seeds.next(), { name: 'Mara' });
    const { link, edges, steps } = stage([newEntity(seeds.next(), { name: 'mara' }), owner]);
    await link([memory('a', []), memory('b', [named('Mara')])], owner.id);
    expect(edges()).toEqual(['a mentions Mara', 'b mentions Mara']);
    expect(steps).toEqual([]);
  });

  it('are not related to an owner or a name that is not there any more', async () => {
    const known = newEntity(seeds.next(), { name: 'Porto' });
    const { link, edges } = stage([known], [known.id]);
    await link([memory('a', [named('Porto')])], seeds.next());
    expect(edges()).toEqual([]);
  });

  it('mention twenty at most', async () => {
    const { link, edges, made } = stage([]);
    await link([
      memory(
        'a',
        Array.from({ length: 30 }, (_, at) => named(`Name ${at}`)),
      ),
    ]);
    expect([edges().length, made().length]).toEqual([20, 20]);
  });
});
