import type { Import } from '../parts/import.js';
import { TENANTS } from '../parts/production/requests.js';
import { EVERY } from '../processes/vectors.js';
import { count, rate, times } from './format.js';
import type { Section } from './section.js';

export const importSection = ({ embedder, alone, cells }: Import): Section => ({
  title: `Import with EMBEDDER=${embedder}: memories a second, by the number of workers`,
  columns: [
    'workers',
    'memories',
    'accepted',
    'by words',
    'by meaning',
    '× alone',
    's to the last',
    'cores: workers',
    'idle',
  ],
  rows: cells.map(({ workers, memories, accepted, words, vectors, cores }) => [
    String(workers),
    count(memories),
    ...[accepted, words, vectors].map((seconds) => rate(memories / seconds)),
    times(memories / vectors, alone ?? undefined),
    vectors.toFixed(1),
    cores.workers?.toFixed(2) ?? '–',
    cores.idle.toFixed(2),
  ]),
  notes: [
    `Batches to ${TENANTS} tenants at once, each number of workers on an empty service; from the first request until all is answered, found by`,
    `words, found by meaning and every job done; looked at every ${EVERY} ms. Workers, engines and client share the cores of one machine.`,
    ...(alone === null
      ? []
      : [`Alone, the control: the embedder by itself in one thread, ${rate(alone)} such memories a second.`]),
  ],
});
