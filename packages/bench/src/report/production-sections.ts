import { INGEST_LENGTH } from '../parts/bodies.js';
import type { Production } from '../parts/production/production.js';
import { seeds, TENANTS } from '../parts/production/requests.js';
import { count } from './format.js';
import { loadSection } from './load-section.js';
import { memorySection } from './memory-section.js';
import { overheadSection } from './overhead-section.js';
import { replicaSection, searchableSection } from './replica-sections.js';
import type { Section } from './section.js';

const load = (value: number) => value.toFixed(1);

const placeSection = ({ engines, size, loadBefore, loadAfter }: Production): Section => ({
  title: 'Production mode: what it ran on',
  columns: ['engine', 'what'],
  rows: engines.map(({ engine, what }) => [engine, what]),
  notes: [
    'Client, gateway, workers and engines share the cores of one machine; settings as they are by default.',
    'A figure with a double of Qdrant in it is not one of Qdrant: queries, POST /memories and ingests all use the index.',
    `${count(size)} memories of the tenant that is asked; writes to ${TENANTS} tenants in turn; ingested texts of ${count(INGEST_LENGTH)} characters.`,
    `Seeds: ${Object.entries({ memories: size, ...seeds })
      .map(([name, seed]) => `${name} ${seed}`)
      .join(', ')}. Load average ${load(loadBefore)} before, ${load(loadAfter)} after.`,
  ],
});

export const productionSections = (production: Production): Section[] => [
  placeSection(production),
  replicaSection(production.replicas),
  searchableSection(production.replicas),
  ...(production.overhead ? [overheadSection(production.overhead, production.size)] : []),
  ...(production.loads.length > 0 ? [loadSection(production.loads)] : []),
  {
    ...memorySection(production.memory),
    title: 'Production mode: resident memory at the end, the worker still at work, MiB',
  },
];
