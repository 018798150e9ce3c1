import { expect, test } from 'vitest';
import { slowestFiles } from './closing-line.js';

const file = (relativeModuleId: string, duration: number) => ({
  relativeModuleId,
  project: { name: 'packages' },
  diagnostic: () => ({ duration }),
});

test('the ten slowest files are named with their seconds, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, at) => file(`${at}.test.ts`, at * 1000));
  const lines = slowestFiles([...files, file('slow.test.ts', 123_456)]);
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 2)).toEqual(['  123.5 s  slow.test.ts (packages)', '   11.0 s  11.test.ts (packages)']);
});
