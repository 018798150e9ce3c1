import { expect, it } from 'vitest';
import { lookAtNode } from './node.js';

it.each([
  ['18.20.0', 'wrong'],
  ['20.18.9', 'wrong'],
  ['20.19.0', 'doubtful'],
  ['20.20.2', 'well'],
  ['22.22.1', 'doubtful'],
  ['26.0.0', 'well'],
])('Node %s is found %s', (version, state) => {
  expect(lookAtNode(version, 'linux')).toMatchObject([{ what: 'Node', state }]);
});

it('one that lacks fixes is told which release has them', () => {
  const [finding] = lookAtNode('24.1.0', 'linux');
  expect(finding?.advice).toContain('24.14.1');
});
