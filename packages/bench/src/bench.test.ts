import { terms } from '@hippocamp/shared/text/terms';
import { describe, expect, it } from 'vitest';
import { generateLongText, generateMemories, take } from './data/memories.js';
import { createQuestions } from './data/questions.js';
import { unusedWords } from './data/words-unused.js';
import { createZipf } from './data/zipf.js';
import { percentile, summarise } from './measure/percentiles.js';
import { arrivals } from './measure/schedule.js';
import { readOptions, UsageError } from './options.js';
import { parseStat } from './processes/cpu-time.js';
import { parsePages, parseStatus } from './processes/resident-memory.js';
import { createRandom } from './quality/random.js';
import { sectionLines } from './report/section.js';

const now = new Date('2026-01-01T00:00:00Z');
const memories = (seed: number, count: number) => take(generateMemories(seed, now), count);

describe('percentiles', () => {
  it('are values of the sample, by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('are not told of samples too small to carry them', () => {
    expect(summarise([3, 1, 2])).toEqual({ n: 3, min: 1, p50: 2, p95: null, p99: null, max: 3, mean: 2 });
    expect(summarise(Array.from({ length: 20 }, () => 1))).toMatchObject({ p95: 1, p99: null });
    expect(summarise(Array.from({ length: 100 }, (_, index) => 100 - index))).toMatchObject({ p95: 95, p99: 99 });
  });
});

describe('the schedule of an open loop', () => {
  it('is even', () => expect(arrivals(4, 1)).toEqual([0, 250, 500, 750]));
  it('holds rates below one a second', () => expect(arrivals(0.5, 4)).toEqual([0, 2000]));
});

describe('generated memories', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(memories(5, 50)).toEqual(memories(5, 50));
    expect(memories(5, 50)).not.toEqual(memories(6, 50));
  });

  it('draw few words often and many seldom', () => {
    const draw = createZipf(1000);
    const random = createRandom(1);
    const drawn = Array.from({ length: 10_000 }, () => draw(random));
    const share = drawn.filter((rank) => rank < 10).length / drawn.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.35);
    expect(new Set(drawn).size).toBeGreaterThan(700);
  });

  it('hold over a thousand words, but none of those that nobody uses', () => {
    const used = new Set(memories(1, 5000).flatMap(({ content }) => terms(content)));
    expect(used.size).toBeGreaterThan(1500);
    expect(unusedWords.filter((word) => terms(word).some((term) => used.has(term)))).toEqual([]);
  });

  it('make texts of any length', () => {
    for (const length of [10, 999, 1000]) expect(generateLongText(length, createRandom(2))).toHaveLength(length);
  });
});

describe('questions', () => {
  it('seldom repeat', () => {
    for (const kind of ['words of the memories', 'words nobody used'] as const) {
      const next = createQuestions(kind, 3);
      expect(new Set(Array.from({ length: 300 }, next)).size).toBeGreaterThan(250);
    }
  });

  it('of words nobody used share no word with a memory', () => {
    const used = new Set(memories(1, 5000).flatMap(({ content }) => terms(content)));
    const next = createQuestions('words nobody used', 4);
    for (let asked = 0; asked < 300; asked += 1) expect(terms(next()).filter((term) => used.has(term))).toEqual([]);
  });
});

describe('options', () => {
  it('choose all parts but quality, which needs its data', () => {
    expect([...readOptions([]).parts]).toEqual(['start', 'memory', 'requests', 'ingest', 'graph', 'production']);
    expect([...readOptions(['requests', '--sizes', '10,200']).sizes]).toEqual([200, 10]);
    expect(readOptions(['speed']).speedSizes).toEqual([100, 10_000, 100_000]);
    expect(readOptions(['speed', '--quick']).speedSizes).toEqual([100, 10_000]);
    expect(() => readOptions(['quality'])).toThrow(UsageError);
    expect(readOptions(['quality', '--set', 'talks.json'])).toMatchObject({ embedders: ['local', 'words'] });
    expect(readOptions(['answers', '--embedder', 'words'])).toMatchObject({ embedder: 'words', embedders: ['words'] });
    expect(() => readOptions(['--embedder', 'sentences'])).toThrow(/local or words/);
    expect(() => readOptions(['sped'])).toThrow(/no part/);
    expect(() => readOptions(['--passes', 'x'])).toThrow(UsageError);
  });
});

describe('reports', () => {
  it('read what Linux says of a process', () => {
    expect(parseStatus('Name:\tnode\nVmHWM:\t  204800 kB\nVmRSS:\t  102400 kB\n')).toEqual({ now: 100, peak: 200 });
    expect(parsePages('Rss:  204800 kB\nPss:  1 kB\nAnonymous:   102400 kB\n')).toEqual({ all: 200, own: 100 });
    const stat = '4711 (a name) with (brackets) S 1 4711 4711 0 -1 4194304 9 0 0 0 1234 66 0 0 20 0 11 0 99';
    expect(parseStat(stat)).toBe(13);
  });

  it('set numbers to the right', () => {
    const lines = sectionLines({
      title: 'Title',
      columns: ['what', 'ms'],
      rows: [
        ['a', '1.00'],
        ['long', '10.0'],
      ],
    });
    expect(lines.slice(3)).toEqual(['what    ms', 'a     1.00', 'long  10.0']);
  });
});
