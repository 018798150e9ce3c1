import { expect, it } from 'vitest';
import { createTroubleLog } from './trouble-log.js';

const stage = () => {
  const lines: unknown[] = [];
  const say = (fields: object, message: string) => void lines.push([message, fields]);
  const log = { info: say, warn: say, error: say };
  return { lines, attempt: createTroubleLog(log, { begins: 'away', over: 'back' }) };
};

it('is told once when it begins, and once when it is over', () => {
  const { lines, attempt } = stage();
  attempt().passed();
  for (let at = 1; at <= 5; at += 1) attempt().failed({ at });
  for (let at = 0; at < 2; at += 1) attempt().passed();
  attempt().failed({ at: 6 });
  expect(lines).toEqual([
    ['away', { at: 1 }],
    ['back', { failures: 5 }],
    ['away', { at: 6 }],
  ]);
});

it('is not over for work that began before the last failure', () => {
  const { lines, attempt } = stage();
  const early = attempt();
  attempt().failed({});
  early.passed();
  attempt().failed({});
  expect(lines).toEqual([['away', {}]]);
});
