import type { Footprint } from '../parts/footprint.js';
import type { Installed } from '../parts/install.js';
import type { Pages } from '../processes/resident-memory.js';
import { count, milliseconds } from './format.js';
import type { Section } from './section.js';

const readers = { words: 'EMBEDDER=words READER=none', local: 'EMBEDDER=local READER=model' };
const modes = { embedded: '', gateway: 'a gateway in production mode, ', worker: 'a worker in production mode, ' };

const cells = (pages: Pages | null): string[] =>
  pages === null ? ['–', '–', '–'] : [pages.all, pages.own, pages.all - pages.own].map(count);

export const footprintSection = (all: readonly Footprint[]): Section => ({
  title: 'Resident memory of a process by what it reads and finds with, MiB',
  columns: ['what', 'all', 'its own', 'of files', 'CPU ms an ingest'],
  rows: all.flatMap(({ process, embedder, ingests, ready, after, cpu }) => [
    [`${modes[process]}${readers[embedder]}, ready`, ...cells(ready), '–'],
    [
      `    after ${count(ingests)} ingests`,
      ...cells(after),
      milliseconds(cpu === null ? null : (1000 * cpu) / ingests),
    ],
  ]),
  notes: [
    'Of /proc/<pid>/smaps_rollup, once each, when all vectors are made; the labelled talks that ship, by 20 tenants; GLIBC_TUNABLES as npm start and the image have it.',
  ],
});

const LARGEST = 10;

export const installSection = ({ all, service, elsewhere, packages }: Installed): Section => ({
  title: 'Packages as installed, MiB',
  columns: ['what', 'size'],
  rows: [
    ['npm ci', count(all)],
    ['npm ci --omit=dev', count(service)],
    ['    of it the runtime of models for other platforms, which images leave out', count(elsewhere)],
    ...packages
      .slice(0, LARGEST)
      .map(({ name, size, dev }) => [`${name.replace(/^.*node_modules\//, '')}${dev ? ' (dev)' : ''}`, count(size)]),
  ],
  notes: ['Of the packages in package-lock.json that are there, in blocks of the disk.'],
});
