/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { create, find, foundIds } from '../actions.js';
import { createApi } from '../client.js';
import { expectProblem } from '../expectations.js';
import { waitUntil } from '../wait-until.js';
import { useRig } from './rig.js';

const rig = useRig();

/** The most memories that a question reads in place of the index. */
const READ = 2;
const LOST = 10;

describe('an index that is being filled again', () => {
  it('says what it could not look at, refuses where that is more than half, and heals', async () => {
    // A write waits long for the index, since no worker would put it there later.
    const gateway = await rig().start('gateway', { UNINDEXED_LIMIT: String(READ), INDEX_WAIT_SECONDS: '60' });
    const api = createApi(gateway.url);
    const first = await create(api, 'The kettle is blue.');
    for (let count = 1; count < LOST; count += 1) await create(api, `Crate ${count} is green.`);
    await rig().loseIndex();

    const searches = () =>
      Promise.all([
        api.post('/memories/query', { text: 'kettle' }),
        api.post('/context/build', { currentInput: 'kettle' }),
        api.post('/validate', { claim: 'The kettle is blue.' }),
      ]);
    // There is no worker, so the index stays empty.
    const refused = await waitUntil('the loss is noticed', async () => {
      const answers = await searches();
      return answers.every(({ body }) => String(body.detail).includes('is being filled')) && answers;
    });
    for (const answer of refused) {
      expectProblem(answer, 'dependency-unavailable');
      expect(answer.body.detail).toContain(`${LOST - READ} of ${LOST} memories`);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }

    const ready = await api.get('/readyz');
    expect(ready.body.checks.index.detail).toBe(`answers; ${LOST} of ${LOST} memories are not in it yet`);

    // A gateway puts what is written meanwhile into the index at once.
    for (let count = 0; count < LOST; count += 1) await create(api, `Ladder ${count} is red.`);
    const [query, context, claim] = await searches();
    const said = { degraded: ['index'], unreached: LOST - READ };
    expect(query?.body.data).toMatchObject({ ...said, approximate: true });
    expect(context?.body.data.metadata).toMatchObject(said);
    expect(claim?.body.data).toMatchObject(said);

    await rig().start('worker');
    await waitUntil('it is filled', async () => {
      const answer = await api.post('/memories/query', { text: 'kettle' });
      return answer.status === 200 && !('degraded' in answer.body.data);
    });
    expect(foundIds(await find(api, 'blue kettle'))[0]).toBe(first.id);
  });
});
