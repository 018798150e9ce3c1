import { type Measurement, stalls as stallsIn } from '@hippocamp/e2e/attacks/measure';
import type { Stalls } from '../parts/stalls.js';
import { milliseconds } from './format.js';
import type { Section } from './section.js';

/** `3×200` stands for three equal endings. */
const endingsOf = ({ endings }: Measurement): string => {
  const counts = new Map<string, number>();
  for (const ending of endings) counts.set(String(ending), (counts.get(String(ending)) ?? 0) + 1);
  return [...counts].map(([ending, times]) => (times > 1 ? `${times}×${ending}` : ending)).join(' ');
};

const row = (measurement: Measurement): string[] => {
  const { names, attacked, idle } = measurement;
  return [
    names.join('; '),
    endingsOf(measurement),
    milliseconds(measurement.milliseconds),
    ...[attacked.livez, idle.livez, attacked.control, attacked.memory, idle.memory].map(milliseconds),
    stallsIn(measurement) ? 'STALLS' : '',
  ];
};

export const stallsSection = ({ mode, measured }: Stalls): Section => ({
  title: `Longest answers while one tenant attacks, ${mode}, ms`,
  columns: ['attack', 'ended', 'took', '/livez', 'quiet', 'beside', 'memory', 'quiet', ''],
  rows: measured.map(row),
  notes: [
    'Memory: GET /memories/{id} of another tenant. Quiet: as long before the attack. Beside: a server that does nothing, asked at the same time.',
    'STALLS: /livez over 50 ms or a memory over 250 ms beyond both, in each of three tries.',
  ],
});
