import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createErrorTeller } from './tell-errors.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const telling = (isRead = true) => {
  const told: string[] = [];
  const output = new Writable({
    highWaterMark: 10,
    write(chunk, _encoding, done) {
      told.push(String(chunk));
      if (isRead) done();
    },
  });
  return { tell: createErrorTeller(output), told, output };
};

it('a flood of errors is told in a few lines a second, and how many are left out', () => {
  const { tell, told } = telling();
  for (let line = 0; line < 1000; line += 1) tell(new Error('No message.'));
  expect(told).toEqual(Array(5).fill('hippocamp-mcp: No message.\n'));
  vi.advanceTimersByTime(1000);
  expect(told.slice(5)).toEqual(['hippocamp-mcp: 995 more errors are left out.\n']);
  tell(new Error('Another.'));
  expect(told.at(-1)).toBe('hippocamp-mcp: Another.\n');
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(7);
});

it('the text of an error is cut', () => {
  const { tell, told } = telling();
  tell(new Error('x'.repeat(1_000_000)));
  expect(told[0]?.length).toBeLessThan(2100);
});

it('errors that nobody reads are not kept', () => {
  const { tell, output } = telling(false);
  for (let second = 0; second < 100; second += 1) {
    tell(new Error('No message.'));
    vi.advanceTimersByTime(1000);
  }
  expect(output.writableLength).toBeLessThan(100);
});
