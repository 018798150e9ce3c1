import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, find, ingest, list, listAll, total } from './actions.js';
import { type Api, createApi } from './client.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const text = 'Ann lives in Turku. Ben sold the boat yesterday.';

describe('an ingest of what is known', () => {
  it('rejects exact repeats, says why and names the memory', async () => {
    const first = await ingest(api, text);
    expect(first.summary).toEqual({ candidates: 2, accepted: 2, rejected: 0 });
    const again = await ingest(api, text);
    expect(again.summary).toEqual({ candidates: 2, accepted: 0, rejected: 2 });
    again.rejectedMemories.forEach((candidate, index) => {
      const known = String(first.acceptedMemories[index]?.memoryId);
      expect(candidate.dedupStatus).toBe('duplicate');
      expect(candidate.duplicateOf).toBe(known);
      expect(candidate.reason).toContain(known);
      expect(candidate).not.toHaveProperty('memoryId');
    });
    expect(await total(api)).toBe(2);
  });

  it.each(['ann lives in Turku', '  Ann   lives in\tTurku!  ', 'ANN lives in Turku', 'Ａnn lives in Turku.'])(
    'sees through spelling: %j',
    async (variant) => {
      await ingest(api, 'Ann lives in Turku.');
      const { summary, rejectedMemories } = await ingest(api, variant);
      expect(summary).toEqual({ candidates: 1, accepted: 0, rejected: 1 });
      expect(rejectedMemories[0]?.dedupStatus).toBe('duplicate');
    },
  );

  it('knows what was created by hand, and repeats within one text', async () => {
    const { id } = await create(api, 'Cem owns a bakery.');
    const { rejectedMemories } = await ingest(api, 'Cem owns a bakery.');
    expect(rejectedMemories[0]?.duplicateOf).toBe(id);
    const {
      summary,
      acceptedMemories,
      rejectedMemories: repeats,
    } = await ingest(api, 'Dora has a red car.\nEli has a cat.\nDora has a red car.');
    expect(summary).toEqual({ candidates: 3, accepted: 2, rejected: 1 });
    expect(repeats[0]?.duplicateOf).toBe(acceptedMemories[0]?.memoryId);
  });

  it('does not take what differs in a number, a name or a not for a repeat', async () => {
    for (const said of [
      'Ann lives at 12 Harbour Street.',
      'Ann lives at 21 Harbour Street.',
      'Ben lives at 12 Harbour Street.',
      'Ann does not live at 12 Harbour Street.',
    ]) {
      expect((await ingest(api, said)).summary).toEqual({ candidates: 1, accepted: 1, rejected: 0 });
    }
  });

  it.each([
    ['Ann has a house in Turku.', 'Ann has a house in Oslo.'],
    ['Ben plays chess with Cem.', 'Ben plays chess with Dora.'],
    ['Ann drives a Volvo to Turku.', 'Ann drives a Volvo to Oslo.'],
    ['Ann works at Nokia in Espoo.', 'Ann works at Nokia in Tampere.'],
    ['I was born in 1990 in Turku.', 'I was born in 1990 in Oslo.'],
    ['Ann lives in Turku near the river.', 'Ann lives in Turku near the castle.'],
    ['Ann speaks Greek at home.', 'Ann speaks Greek at work.'],
    ['I use a Mac at work.', 'I use a Mac at home.'],
    ['Ann has a friend who sails.', 'Ann has a friend who climbs.'],
    ['The price is 10 euros.', 'The price is 10 dollars.'],
    ['I like tea in the morning.', 'I like tea in the evening.'],
    ['My brother lives in Oslo.', 'My sister lives in Oslo.'],
    ['Ann gave Ben a book.', 'Ben gave Ann a book.'],
    ['Call Ann at 9:00.', 'Call Ann at 19:00.'],
  ])('loses nothing that another text says: %s %s', async (known, said) => {
    await ingest(api, known);
    const { rejectedMemories } = await ingest(api, said);
    expect(rejectedMemories.map(({ dedupStatus }) => dedupStatus)).toEqual([]);
  });

  it('is new again after the memory was deleted', async () => {
    const first = await ingest(api, 'Ann lives in Turku.');
    await api.delete(`/memories/${first.acceptedMemories[0]?.memoryId}`);
    expect((await ingest(api, 'Ann lives in Turku.')).summary.accepted).toBe(1);
  });

  it('keeps owners apart, and no owner from any', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    for (const ownerEntityId of [first, second, null]) {
      expect((await ingest(api, text, { ownerEntityId })).summary.accepted).toBe(2);
      expect((await ingest(api, text, { ownerEntityId })).summary.rejected).toBe(2);
    }
    expect((await list(api, `?ownerEntityId=${first}`)).total).toBe(2);
    expect(await total(api)).toBe(6);
  });

  it('stores a text once that comes 12 times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ingest(api, text)));
    expect(answers.reduce((sum, { summary }) => sum + summary.accepted, 0)).toBe(2);
    expect(answers.reduce((sum, { summary }) => sum + summary.rejected, 0)).toBe(22);
    const contents = (await listAll(api)).map(({ content }) => content).sort();
    expect(contents).toEqual([
      'Ann lives in Turku.',
      expect.stringMatching(/^Ben sold the boat yesterday \(\d{4}-\d{2}-\d{2}\)\.$/),
    ]);
  });
});

describe('an ingest with autoStore false', () => {
  it('shows what it would store and keeps nothing', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { success, summary, acceptedMemories } = await ingest(api, text, { autoStore: false });
      expect(success).toBe(true);
      expect(summary).toEqual({ candidates: 2, accepted: 2, rejected: 0 });
      for (const candidate of acceptedMemories) {
        expect(candidate.dedupStatus).toBe('new');
        expect(candidate).not.toHaveProperty('memoryId');
      }
    }
    expect((await list(api)).memories).toEqual([]);
    expect((await find(api, 'Who lives in Turku?')).results).toEqual([]);
    expect(await total(api)).toBe(0);
    expect((await ingest(api, text)).summary.accepted).toBe(2);
  });

  it('still names what is known, and changes nothing of it', async () => {
    const first = await ingest(api, text);
    const before = (await listAll(api)).map(({ recencyScore: _then, embeddingId: _id, ...memory }) => memory);
    const again = await ingest(api, text, { autoStore: false });
    expect(again.rejectedMemories.map(({ duplicateOf }) => duplicateOf)).toEqual(
      first.acceptedMemories.map(({ memoryId }) => memoryId),
    );
    expect((await listAll(api)).map(({ recencyScore: _then, embeddingId: _id, ...memory }) => memory)).toEqual(before);
  });

  it('names no memory for a repeat within the text, since there is none', async () => {
    const { acceptedMemories, rejectedMemories } = await ingest(api, 'Eli has a cat.\nEli has a cat.', {
      autoStore: false,
    });
    expect(acceptedMemories).toHaveLength(1);
    expect(rejectedMemories).toHaveLength(1);
    expect(rejectedMemories[0]?.dedupStatus).toBe('duplicate');
    expect(rejectedMemories[0]?.reason).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(rejectedMemories[0]).not.toHaveProperty('duplicateOf');
  });
});
