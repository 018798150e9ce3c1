import { describe, expect, it } from 'vitest';
import { shareConnections } from './connection-share.js';

const openEnded = () => {
  const ends: (() => void)[] = [];
  return { hold: () => new Promise<void>((resolve) => ends.push(resolve)), ends };
};

describe('the connections of a process', () => {
  it('are never all held by one tenant, so that another is answered meanwhile', async () => {
    const share = shareConnections(4);
    const { hold, ends } = openEnded();
    const held = Array.from({ length: 9 }, () => share.take('acme', hold));
    expect(await share.take('globex', async () => 'answered')).toBe('answered');
    expect(ends).toHaveLength(3);
    for (let ended = 0; ended < 9; ended += 1) {
      ends.shift()?.();
      await share.take('globex', async () => undefined);
    }
    await Promise.all(held);
  });

  it('are waited for as long as is usual, and what was given up is not done later', async () => {
    const share = shareConnections(1, 10);
    const { hold, ends } = openEnded();
    const first = share.take('acme', hold);
    let isDone = false;
    const second = share.take('acme', async () => {
      isDone = true;
    });
    await expect(second).rejects.toMatchObject({
      problem: 'dependency-unavailable',
      detail: 'All connections to the database that one tenant may hold are in use. Try again in a moment.',
    });
    ends[0]?.();
    await first;
    await share.take('acme', async () => undefined);
    expect(isDone).toBe(false);
  });

  it('pass on what goes wrong', async () => {
    const failing = shareConnections(2).take('acme', () => Promise.reject(new Error('wrong')));
    await expect(failing).rejects.toThrow('wrong');
  });
});
