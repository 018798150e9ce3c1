import type { ContextAnswer } from '@hippocamp/shared/schemas/context';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { create, createAll, find, foundIds, ingest, list, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectRefused } from './expectations.js';
import { waitUntil } from './wait-until.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const item = (content: string, given: object = {}) => ({ tier: 'semantic', content, ...given });
const longAgo = { occurredAt: '2025-01-05T08:00:00.000Z', importanceScore: 0.05 };

describe('relevance', () => {
  it('puts the right memory first, however old and unimportant it is beside what is new and important', async () => {
    const right = await create(api, 'The spare key of the boathouse hangs behind the meter cupboard.', longAgo);
    for (const content of [
      'The board meets on Thursday.',
      'Payroll runs on the 25th.',
      'The roof was paid for today.',
    ]) {
      await create(api, content, { importanceScore: 1 });
    }
    const { results } = await find(api, 'where is the spare key of the boathouse?');
    expect(results[0]?.memory.id).toBe(right.id);
    expect(results[0]?.reasons.semantic).toBeGreaterThan(0.7);
    for (const { score } of results.slice(1)) expect(score).toBeLessThan(0.15);
  });

  it('is near nothing for nonsense and for what nobody can answer', async () => {
    await createAll(api, [
      item('Goretti waters the ferns on Mondays.', { importanceScore: 1 }),
      item('The kiln reaches 1,240 degrees.', { importanceScore: 0.9 }),
    ]);
    for (const text of ['hi', 'asdf qwer', 'thanks, that helps!', 'What is the capital of Peru?']) {
      for (const { score, reasons } of (await find(api, text)).results) {
        expect(reasons.semantic).toBeLessThan(0.1);
        expect(score).toBeLessThan(0.15);
      }
      expect((await find(api, text, { minRelevance: 0.1 })).results).toEqual([]);
    }
  });

  it('may leave a context and a claim with nothing', async () => {
    await createAll(api, [item('The lighthouse keeper is called Odalys.'), item('Diesel is delivered by boat.')]);
    const build = async (given: object) =>
      (await api.post('/context/build', { currentInput: 'hi', ...given })).body.data as ContextAnswer;
    expect((await build({ minRelevance: 0.1 })).rawMemories).toEqual([]);
    expect((await build({ strategy: { minRelevance: 0.1 } })).rawMemories).toEqual([]);
    const asked = await build({ currentInput: 'Who is the lighthouse keeper?', minRelevance: 0.3 });
    expect(asked.rawMemories.map(({ memory }) => memory.content)).toEqual(['The lighthouse keeper is called Odalys.']);
    const claim = { claim: 'The lighthouse keeper is called Odalys.', minRelevance: 0.1 };
    const answer = await api.post('/validate', claim);
    expect((answer.body.data as { verdict: string }).verdict).toBe('supported');
    await expectRefused(await api.post('/validate', { ...claim, minRelevance: 2 }), '/minRelevance');
  });
});

describe('the language of a memory', () => {
  it('is kept with it, read anew when its words change, and unknown where there are none', async () => {
    const { id } = await create(api, 'Meine Mutter wohnt seit dem Herbst bei uns in Bamberg.');
    expect((await read(api, id)).language).toBe('de');
    expect((await api.patch(`/memories/${id}`, { content: 'My mother lives with us.' })).status).toBe(200);
    expect((await read(api, id)).language).toBe('en');
    expect((await create(api, '4711 / 42')).language).toBeNull();
  });
});

describe('a speaker', () => {
  const said = (speaker: string, content: string) => item(content, { speaker, tier: 'episodic' });

  it('is kept, exported, and gone with the memory', async () => {
    const { id } = await create(api, 'I keep bees.', { speaker: ' Ines Corda ' });
    expect((await read(api, id)).speaker).toBe('Ines Corda');
    expect((await create(api, 'Nobody said this.')).speaker).toBeNull();
    expect((await api.get('/export')).text).toContain('"speaker":"Ines Corda"');
    await api.delete(`/memories/${id}`);
    expect((await api.get('/export')).text).not.toContain('Corda');
    const long = await api.post('/memories', item('x', { speaker: 'x'.repeat(129) }));
    await expectRefused(long, '/speaker');
  });

  it('is favoured by a question that names nobody else', async () => {
    const [, hers] = await createAll(api, [
      said('Tomasz', 'I am learning to play the cello.'),
      said('Ines', 'I am learning to play the cello.'),
      said('Ravi', 'I am learning to bake.'),
    ]);
    const first = (text: string) => find(api, text, { weights: { semantic: 1 }, explain: true });
    const found = await waitUntil(
      'the speakers are known',
      async () => {
        const answer = await first('What instrument does Ines play?');
        return answer.results[0]?.explain?.speaker ? answer : false;
      },
      { deadline: 60_000 },
    );
    expect(foundIds(found)[0]).toBe(hers?.id);
    const both = await first('Do Ines and Tomasz play the cello?');
    expect(both.results.map(({ explain }) => explain?.speaker)).toEqual([0, 0, 0]);
  });

  it('is read off a chat that is ingested', async () => {
    await ingest(api, 'Ines: I moved to Porto in March.\nRavi: My sister is allergic to walnuts.', { source: 'chat' });
    const speakers = (await list(api)).memories.map(({ speaker }) => speaker);
    expect(speakers.sort()).toEqual(['Ines', 'Ravi']);
  });
});

describe('a session', () => {
  it('lifts what was said in it, and the answer explains that', async () => {
    const turns = (sessionId: string, ...contents: string[]) =>
      contents.map((content) => item(content, { tier: 'episodic', metadata: { sessionId } }));
    await createAll(api, [
      ...turns(
        'harbour',
        'The harbour pilot boards at dawn.',
        'Then the pilot checks the harbour chart.',
        'It took an hour.',
      ),
      ...turns('kitchen', 'The soup needs salt.', 'It took a day.'),
    ]);
    const { results } = await find(api, 'harbour pilot chart', { weights: { semantic: 1 }, explain: true });
    const of = (content: string) => results.find(({ memory }) => memory.content === content);
    expect(of('It took an hour.')?.explain?.session).toBeGreaterThan(of('It took a day.')?.explain?.session ?? 1);
    expect(of('It took an hour.')?.score).toBeGreaterThan(of('It took a day.')?.score ?? 1);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });
});

describe('a time', () => {
  it('that the question names favours what happened then', async () => {
    const visits = ['2025-03-04', '2025-07-19', '2026-02-11'].map((day) =>
      item('Visited the dentist, all is well.', { tier: 'episodic', occurredAt: `${day}T09:00:00.000Z` }),
    );
    const [march, july, winter] = await createAll(api, visits);
    const asked = { weights: { semantic: 1 }, explain: true };
    const first = async (text: string) => (await find(api, text, asked)).results[0];
    for (const [text, memory] of [
      ['when did I see the dentist in July?', july],
      ['dentist 2025-03-04', march],
      ['the dentist visit of February 2026', winter],
    ] as const) {
      const best = await first(text);
      expect(best?.memory.id, text).toBe(memory?.id);
      expect(best?.explain?.time).toBeCloseTo(0.08, 6);
    }
    expect((await first('when did I see the dentist?'))?.explain?.time).toBe(0);
  });
});
