/** @module-tag long */
import { beforeEach, describe, expect, it } from 'vitest';
import { createAll, find } from '../actions.js';
import { type Api, createApi } from '../client.js';
import { waitUntil } from '../wait-until.js';
import { useRig } from './rig.js';

const rig = useRig();

/** A busy machine takes longer than the second that ships to embed a question, which is then told in place of the rest. */
const local = { EMBEDDER: 'local', QUESTION_WAIT_SECONDS: '60' };
/** It has a vector before the others are written. */
const first = 'Greta keeps bees behind the chapel.';
const told = [
  'The ferry to Hanko leaves at noon.',
  'Ines swapped the blue kettle for a samovar.',
  'Parking by the old mill is free on Mondays.',
];
/** Together with the three above they are more than a gateway embeds itself. */
const besides = Array.from({ length: 8 }, (_, place) => `Crate ${place} is green.`);
const questions = [
  ['When does the ferry to Hanko leave?', told[0]],
  ['What did Ines swap the kettle for?', told[1]],
  ['Where is parking free on Mondays?', told[2]],
] as const;

let writer: Api;
let asker: Api;
beforeEach(async () => {
  const [one, other, worker] = await Promise.all([
    rig().start('gateway', local),
    rig().start('gateway', local),
    rig().start('worker', local),
  ]);
  [writer, asker] = [createApi(one.url, 'acme'), createApi(other.url, 'acme')];
  await createAll(writer, [{ tier: 'episodic', content: first }]);
  await waitUntil('its vector is made', async () => !('degraded' in (await find(asker, first))));
  // No process makes vectors from here on.
  await worker.kill('SIGKILL');
});

const write = (contents: readonly string[]) =>
  createAll(
    writer,
    contents.map((content) => ({ tier: 'episodic', content })),
  );
const MANY = told.length + besides.length;
const writeMany = () => write([...told, ...besides]);

/** Each text is first by its words, and the answer says how many have no vector. */
const expectFound = async (without: number) => {
  for (const [text, content] of questions) {
    const answer = await find(asker, text, { k: 3 });
    expect(answer.results[0]?.memory.content).toBe(content);
    expect(answer).toMatchObject({ degraded: ['vectors'], unembedded: without });
  }
};

describe('what one gateway wrote is found by its words at the next question to another', () => {
  it('while no worker makes vectors, which is told in answers, counts, metrics and readiness, until they come', async () => {
    await writeMany();
    await expectFound(MANY);
    expect((await asker.get('/memories/stats')).body.data.vectors).toEqual({ done: 1, waiting: MANY });
    expect((await asker.get('/readyz')).body.checks.embedder.detail).toContain(`${MANY} memories have no vector`);
    const metrics = await (await fetch(`${asker.url}/metrics`)).text();
    expect(metrics).toMatch(new RegExp(`^hippocamp_memories_unembedded ${MANY}$`, 'm'));
    await rig().start('worker', local);
    await waitUntil('all have vectors', async () => !('degraded' in (await find(asker, questions[0][0]))));
    expect((await asker.get('/memories/stats')).body.data.vectors).toEqual({ done: 1 + MANY, waiting: 0 });
  });

  it('with vectors that a gateway makes itself, where they are few', async () => {
    await write(told);
    await waitUntil('they have vectors', async () => !('degraded' in (await find(asker, questions[0][0]))));
    expect((await asker.get('/memories/stats')).body.data.vectors).toEqual({ done: 1 + told.length, waiting: 0 });
  });

  it.each([{ kind: 'down' }, { kind: 'silent' }] as const)('while Redis is $kind', async (weather) => {
    rig().redis.set(weather);
    await writeMany();
    await expectFound(MANY);
  });

  it('while Redis is full, and after it was wiped', async () => {
    await rig().redisServer.tell(['config', 'set', 'maxmemory', '1']);
    await writeMany();
    await expectFound(MANY);
    await rig().redisServer.tell(['flushall']);
    await expectFound(MANY);
  });

  it('while the index takes no writes', async () => {
    rig().qdrant.decide = () => ({ kind: 'status', status: 503 });
    await writeMany();
    rig().qdrant.decide = () => null;
    await waitUntil('the index is asked again', async () => {
      return (await asker.post('/memories/query', { text: first })).status === 200;
    });
    await expectFound(MANY);
  });
});
