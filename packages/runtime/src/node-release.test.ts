import { expect, it } from 'vitest';
import { mendedNode, warnOfNode } from './node-release.js';

it.each([
  ['20.19.0', '20.20.2'],
  ['20.20.1', '20.20.2'],
  ['20.9.2', '20.20.2'],
  ['21.7.3', '22.22.2'],
  ['22.22.1', '22.22.2'],
  ['23.11.0', '24.14.1'],
  ['24.9.0', '24.14.1'],
  ['25.8.1', '25.8.2'],
])('Node %s lacks fixes that %s has', (version, mended) => {
  expect(mendedNode(version)).toBe(mended);
});

it.each(['20.20.2', '20.20.10', '22.22.2', '22.23.0', '24.14.1', '24.100.0', '25.8.2', '26.0.0'])(
  'Node %s lacks none of them',
  (version) => {
    expect(mendedNode(version)).toBeUndefined();
  },
);

it('one line of the log says so', () => {
  const lines: unknown[] = [];
  const note = (fields: object, message: string) => void lines.push([fields, message]);
  const log = { info: note, warn: note, error: note };
  warnOfNode(log, '20.20.2');
  expect(lines).toEqual([]);
  warnOfNode(log, '20.19.0');
  expect(lines).toEqual([[{ node: '20.19.0', mended: '20.20.2' }, expect.stringContaining('security fixes')]]);
});
