import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReadingModel } from '../setups/reading-parts.js';
import { measureReading, type ReaderName } from './measure.js';
import { readRecorded, replaying } from './recorded.js';

/** Recorded answers of real models: with any language model more is kept than without. */

let readers: Awaited<ReturnType<typeof openReadingModel>>;
beforeAll(async () => {
  readers = await openReadingModel();
});
afterAll(() => readers.close());

describe.each(readRecorded().map((recorded) => [recorded.model, recorded] as const))('with %s', (_model, recorded) => {
  it('no text keeps fewer facts than by the local reader alone, and none becomes passing', async () => {
    const read = await measureReading(readers, replaying(recorded));
    const sum = (reader: ReaderName) => read.reduce((total, each) => total + each[reader].kept.length, 0);
    const short = (reader: ReaderName) => read.reduce((total, each) => total + each[reader].shortTerm, 0);
    expect(sum('both')).toBeGreaterThanOrEqual(48);
    expect(read.filter(({ local, both }) => both.kept.length < local.kept.length)).toEqual([]);
    expect(read.filter(({ local, both }) => both.wrong.some((one) => !local.wrong.includes(one)))).toEqual([]);
    expect(short('both')).toBeLessThanOrEqual(short('local'));
  });
});
