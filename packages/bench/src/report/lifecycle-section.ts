import type { LifecycleTimes } from '../parts/lifecycle.js';
import { count, milliseconds, rate, times } from './format.js';
import type { Section } from './section.js';

export const lifecycleSection = ({ size, read, times: measured, summary, resident }: LifecycleTimes): Section => {
  const control = measured['reading the same rows once'];
  const { expired, promoted, distilled, archived } = summary;
  return {
    title: `Lifecycle of a tenant of ${count(size)} memories, ${count(read)} of which can ever be due`,
    columns: ['what', 'ms', 'memories a second', '× reading'],
    rows: Object.entries(measured).map(([what, time]) => [
      what,
      milliseconds(time),
      rate((read / time) * 1000),
      times(time, control),
    ]),
    notes: [
      `The run: ${count(expired)} expired, ${count(promoted)} promoted, ${count(distilled)} distilled, ${count(archived)} archived; indexing with it.`,
      resident
        ? `Resident, engine and all: ${count(resident.before)} MiB before, at most ${count(resident.peak)} MiB.`
        : '',
    ].filter(Boolean),
  };
};
