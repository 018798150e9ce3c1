import type { FaultResult } from '../parts/faults/measure.js';
import type { Section } from './section.js';

const columns = ['fault', 'lasted', 'requests', 'answers', 'slowest', 'lost', 'doubled', 'hidden', 'healed after'];

const answersOf = ({ statuses }: FaultResult['seen']) =>
  [...statuses]
    .sort(([first], [second]) => first.localeCompare(second))
    .map(([status, count]) => `${count}×${status}`)
    .join(' ');

const row = ({ name, seconds, seen, lost, doubled, healed }: FaultResult): string[] => [
  name,
  `${seconds} s`,
  String(seen.requests),
  answersOf(seen),
  `${(seen.slowest / 1000).toFixed(1)} s`,
  ...[lost, doubled, seen.hidden].map(String),
  healed === null ? 'not' : `${healed.toFixed(1)} s`,
];

const notes = [
  'Two gateways and two workers serve eight clients, which create, ingest and query. A client waits as long as Retry-After says, then sends',
  'again with the same Idempotency-Key. Where it has no key and the outcome is unknown, it looks before it sends again.',
  '- Lost: answered with a success, and not there.',
  '- Doubled: there more than once.',
  '- Hidden: a 200 that did not show what was stored 3 s before.',
  '- Unknown: the problem outcome-unknown.',
  '- Healed: nothing waits, nothing is dead, and the index holds what the records say.',
];

export const faultsSection = (results: readonly FaultResult[]): Section => ({
  title: 'Faults under load',
  columns,
  rows: results.map(row),
  notes,
});

export const faultsPage = (results: readonly FaultResult[], machine: string): string => {
  const cells = (each: readonly string[]) => `| ${each.join(' | ')} |`;
  return [
    '# What clients see when something fails',
    '',
    'Written by `npm run bench -- faults --page docs/reliability.md`: each fault by itself, in production mode, under the same load.',
    `${machine}.`,
    '',
    cells(columns),
    cells(columns.map(() => '---')),
    ...results.map((result) => cells(row(result))),
    '',
    notes.join('\n'),
    '',
  ].join('\n');
};
