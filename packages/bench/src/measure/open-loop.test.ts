import { describe, expect, it } from 'vitest';
import type { Answer } from './client.js';
import { achievedRate, type OpenSample, openLoop, sentLate } from './open-loop.js';

const done: Answer = { status: 200, text: '', milliseconds: 0 };
const sampleOf = (given: Partial<OpenSample>): OpenSample => ({
  latencies: [],
  lateness: [],
  failures: 0,
  firstFailure: null,
  seconds: 0,
  ...given,
});

describe('an open loop', () => {
  it('sends everything that is due, though nothing is answered before the last was sent', async () => {
    const waiting: ((answer: Answer) => void)[] = [];
    const send = () =>
      new Promise<Answer>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 10) for (const answer of waiting) answer(done);
      });
    const { latencies, lateness } = await openLoop(send, 200, 0.05);
    expect([latencies.length, lateness.length]).toEqual([10, 10]);
    expect(Math.max(...latencies)).toBeGreaterThan(40);
  });

  it('never counts less than nothing: a request that was sent a moment early counts from its sending', async () => {
    // The clock moves only when it is slept on, so every request goes out half a millisecond early.
    let now = 0;
    const time = {
      now: () => now,
      sleep: async (milliseconds: number) => {
        await new Promise(setImmediate);
        now += milliseconds;
      },
    };
    const { latencies, lateness } = await openLoop(async () => done, 100, 0.05, time);
    expect(latencies).toEqual([0, 0, 0, 0, 0]);
    expect(lateness).toEqual([0, 0, 0, 0, 0]);
  });

  it('counts what fails apart', async () => {
    let sent = 0;
    const send = async () => {
      sent += 1;
      if (sent % 2 === 0) throw new Error(`answered 503 to ${sent}`);
      return done;
    };
    const sample = await openLoop(send, 1000, 0.01);
    expect(sample).toMatchObject({ failures: 5, firstFailure: 'answered 503 to 2' });
    expect(sample.latencies).toHaveLength(5);
  });

  it('says how many it sent late itself', () => expect(sentLate(sampleOf({ lateness: [0, 5, 5.1, 80] }))).toBe(2));

  it('has done so many a second: over its schedule, or longer where answers came later', () => {
    const latencies = Array.from({ length: 20 }, () => 1);
    expect(achievedRate(sampleOf({ latencies, seconds: 1.9 }), 2)).toBe(10);
    expect(achievedRate(sampleOf({ latencies, seconds: 4 }), 2)).toBe(5);
    expect(achievedRate(sampleOf({ seconds: 4 }), 2)).toBe(0);
  });
});
