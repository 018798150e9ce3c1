import type { MemoryReading } from '../parts/memory.js';
import { count, times } from './format.js';
import type { Section } from './section.js';

const controlName = 'Node and Express alone';

export function memorySection(readings: readonly MemoryReading[]): Section {
  const control = readings.find(({ name }) => name === controlName)?.memory?.now;
  const known = readings.some(({ memory }) => memory !== null);
  return {
    title: 'Resident memory of the process after two seconds of rest, MiB',
    columns: ['what', 'VmRSS', 'VmHWM (peak)', '× Express'],
    rows: readings.map(({ name, memory }) => [
      name,
      memory ? count(memory.now) : '–',
      memory ? count(memory.peak) : '–',
      memory ? times(memory.now, control) : '–',
    ]),
    notes: [known ? 'Read once each (n = 1) from /proc/<pid>/status.' : 'There is no /proc here, so nothing was read.'],
  };
}
