import { describe, expect, it } from 'vitest';
import type { SessionStep } from '../../ports/records.js';
import { NOON } from '../../testing/builders.js';
import { NotYet } from '../outbox/not-yet.js';
import { awaitTurn, LONGEST_WAIT } from './session-order.js';

const ago = (milliseconds: number) => new Date(NOON.getTime() - milliseconds);
const place = { traceId: 'a trace', createdAt: NOON, sessionId: 's', ownerEntityId: null };

const processing = (since: number): SessionStep => ({
  state: 'processing',
  createdAt: ago(since),
  finishedAt: null,
});
const ended = (since: number, state: 'done' | 'failed' = 'done'): SessionStep => ({
  state,
  createdAt: ago(60_000),
  finishedAt: ago(since),
});

/** How long it waits, what it warns of, or nothing of either. */
const turnAfter = async (...steps: SessionStep[]) => {
  try {
    return (await awaitTurn({ stepsBefore: async () => steps }, place, NOON)).map(({ code }) => code);
  } catch (error) {
    if (error instanceof NotYet) return error.milliseconds;
    throw error;
  }
};

describe('the turn of an ingest in its session', () => {
  it('is at once where none is before it, or the one before it has ended', async () => {
    expect(await turnAfter()).toEqual([]);
    expect(await turnAfter(ended(0))).toEqual([]);
    expect(await turnAfter(ended(0, 'failed'), processing(10))).toEqual([]);
  });

  it('comes after the one before it, for some seconds', async () => {
    expect(await turnAfter(processing(1_000))).toBe(LONGEST_WAIT - 1_000);
    expect(await turnAfter(processing(LONGEST_WAIT))).toEqual(['session_order']);
  });

  it('is waited for from when that of the first of those who wait came', async () => {
    expect(await turnAfter(processing(100), processing(9_000), ended(2_000))).toBe(LONGEST_WAIT - 2_000);
    expect(await turnAfter(processing(100), processing(1_000), ended(30_000))).toBe(LONGEST_WAIT - 1_000);
    expect(await turnAfter(processing(100), processing(9_000), ended(6_000))).toEqual(['session_order']);
  });
});
