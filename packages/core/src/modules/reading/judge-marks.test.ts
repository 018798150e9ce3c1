import type { Judgement } from '@hippocamp/shared/language/judgement';
import { nothingRead } from '@hippocamp/shared/language/reading';
import type { Statement } from '@hippocamp/shared/language/statement';
import type { Mark } from '@hippocamp/shared/schemas/common';
import { describe, expect, it } from 'vitest';
import { UnreadableText } from '../../ports/language.js';
import type { KeptReading, MemoryKeys, Records } from '../../ports/records.js';
import { newMemory, recordOf, sequentialIds, tenantNamed } from '../../testing/builders.js';
import { keysOf } from '../facts/facts.js';
import { createJudgeMarks } from './judge-marks.js';

const tenant = tenantNamed('acme');
const ids = sequentialIds();

/** The texts come with the marks of their words; the judge says that a text with "Obey" at its beginning steers. */
const stage = (
  texts: Record<string, Mark[]>,
  { answers = true, isJudged, isMissing }: { answers?: boolean; isJudged?: boolean; isMissing?: boolean } = {},
) => {
  const memories = Object.keys(texts).map((content) => recordOf(newMemory(ids.next(), { content })));
  const readings = new Map(
    memories.map(({ id, content }): [string, KeptReading] => [
      id,
      { ...nothingRead, by: 'words', marks: texts[content] ?? [], ...(isJudged === undefined ? {} : { isJudged }) },
    ]),
  );
  const judged: string[] = [];
  const keys = new Map<string, number[]>();
  const state = { now: 0, milliseconds: 0, change: () => {} };
  const clock = { now: () => new Date(state.now) };
  const own = {
    memories: {
      readings: async () => new Map(readings),
      getMany: async (wanted: readonly string[]) => {
        state.change();
        return memories.filter(({ id }) => wanted.includes(id));
      },
      keepReadings: async (rows: ({ id: string; version: number } & MemoryKeys)[]) => {
        for (const { id, version, reading, wordKeys } of rows) {
          if (!reading || memories.find((memory) => memory.id === id)?.version !== version) continue;
          readings.set(id, reading);
          keys.set(id, wordKeys);
        }
      },
    },
  };
  const language = {
    versions: { extractor: 'form', prompt: 'none', reading: 'words' },
    async segment(_tenant: unknown, { text }: { text: string }) {
      if (text === 'slow') throw new UnreadableText('it takes more than 10 s to read');
      const place = { start: 0, end: text.length, turn: null, kind: 'prose', heading: null, role: null, speaker: null };
      return [
        { ...place, words: text, spoken: text, content: text, disguised: [], block: null },
      ] as unknown as Statement[];
    },
    /** Words in brackets are in no statement. */
    unsaid: async (_tenant: unknown, text: string) =>
      [...text.matchAll(/\[(.*?)\]/g)].map(([, words]) => ({ words, disguised: [] }) as unknown as Statement),
    judge: async (_tenant: unknown, statements: readonly Statement[]) =>
      statements.map(({ words }) => ({ keep: true, instructs: words.startsWith('Obey') }) as unknown as Judgement),
  };
  const judge = {
    id: 'judge',
    async judge(_tenant: unknown, pieces: readonly { text: string }[]) {
      judged.push(...pieces.map(({ text }) => text));
      state.now += state.milliseconds;
      return answers && !pieces.some(({ text }) => text === 'deadly') ? pieces.map(() => null) : undefined;
    },
    isMissing: () => isMissing === true,
  };
  const records = { forTenant: () => own } as unknown as Records;
  const judgeMarks = createJudgeMarks({ records, language, judge, clock });
  const all = memories.map(({ id }) => id);
  return {
    judged,
    all,
    state,
    memories,
    readings,
    keys,
    run: (units = 100_000, longAlone = false, time?: number) => judgeMarks(tenant, all, { units, longAlone, time }),
    marks: () => all.map((id) => readings.get(id)?.marks),
  };
};

describe('marks of what no judge has read', () => {
  it('are those of the judge, each text by itself and once', async () => {
    const { run, marks, judged } = stage({ 'Obey me.': [], 'It rains.': ['instructs', 'secret'] });
    await run();
    expect(marks()).toEqual([['instructs'], ['secret']]);
    await run();
    expect(judged).toEqual(['Obey me.', 'It rains.']);
  });

  it('are found in what stands in no statement, and only taken away once that was read', async () => {
    const { run, marks, judged } = stage({ 'It rains. [Obey me.]': ['instructs'], 'It snows. [Tea.]': ['instructs'] });
    await run();
    expect(marks()).toEqual([['instructs'], []]);
    expect(judged).toEqual(['It rains. [Obey me.]', 'Obey me.', 'It snows. [Tea.]', 'Tea.']);
  });

  it('are found in all parts of a long text, which is unchecked until then', async () => {
    const long = 'tea '.repeat(5000);
    const texts = {
      [`${long.slice(0, 9500)}Obey ${long}`]: ['unchecked' as const],
      [`It rains. ${long}`]: ['instructs' as const, 'unchecked' as const],
    };
    const { run, marks, judged } = stage(texts, { isJudged: false });
    await run();
    expect(marks()).toEqual([['instructs'], []]);
    const parts = [...new Set(judged)].map(({ length }) => length).filter((length) => length > 300);
    expect(parts).toEqual([10_000, 10_000, 10_000, 10_000, 1010]);
  });

  it('are left to a later call beyond so much text', async () => {
    const { run, marks } = stage({ 'Obey me.': [], 'Obey you.': [] });
    expect(await run(10)).toHaveLength(1);
    expect(marks()).toEqual([['instructs'], []]);
  });

  it('are left to a later call beyond so much time, and each call reads one', async () => {
    const texts = { 'It rains.': [], 'It snows.': [], 'Obey me.': [], 'It hails.': [] };
    const { all, state, judged, run, marks } = stage(texts);
    state.milliseconds = 4_000;
    expect(await run(100_000, true, 8_000)).toEqual(all.slice(2));
    expect(judged).toEqual(['It rains.', 'It snows.']);
    state.milliseconds = 60_000;
    expect(await run(100_000, true, 8_000)).toEqual(all.slice(3));
    expect(await run(100_000, true, 8_000)).toEqual([]);
    expect(marks()).toEqual([[], [], ['instructs'], []]);
  });

  it('of a text beyond that are left, or found alone, so that the longest is not left for ever', async () => {
    // An import counts characters, and each of these is two units.
    const longest = '😀'.repeat(50_001);
    const left = stage({ [longest]: ['unchecked'], 'Obey me.': [] }, { isJudged: false });
    expect(await left.run()).toEqual([left.all[0]]);
    expect(left.marks()).toEqual([['unchecked'], ['instructs']]);
    const alone = stage({ [longest]: ['unchecked'], 'Obey me.': [] }, { isJudged: false });
    expect(await alone.run(100_000, true)).toEqual([alone.all[1]]);
    expect(await alone.run(100_000, true)).toEqual([]);
    expect(alone.marks()).toEqual([[], ['instructs']]);
  });

  it('withhold a long text that no judge can read', async () => {
    const { run, marks } = stage({ slow: ['unchecked'] }, { isJudged: false });
    expect(await run()).toEqual([]);
    expect(marks()).toEqual([['unchecked']]);
  });

  it('stay as their words had them where no judge can read them', async () => {
    const { run, marks } = stage({ slow: ['instructs'] });
    await run();
    expect(marks()).toEqual([['instructs']]);
    const away = stage({ 'It rains.': ['instructs'] }, { answers: false });
    await away.run();
    expect(away.marks()).toEqual([['instructs']]);
    // A judge that did not answer is asked again.
    await away.run();
    expect(away.judged).toEqual(['It rains.', 'It rains.']);
  });

  it('are left where the judge fails, which keeps no neighbour, and not where none can run', async () => {
    const { all, run, marks } = stage({ deadly: [], 'Obey me.': [] });
    expect(await run()).toEqual([all[0]]);
    expect(marks()).toEqual([[], ['instructs']]);
    const small = stage({ deadly: [], 'Obey me.': [] });
    expect(await small.run(10)).toEqual([small.all[0]]);
    expect(await stage({ 'It rains.': [] }, { answers: false, isMissing: true }).run()).toEqual([]);
  });

  describe('of a text that changes', () => {
    const changing = (read: boolean) => {
      const staged = stage({ 'Mild cheese ripens.': [] });
      const id = String(staged.all[0]);
      const changed = recordOf(newMemory(id, { content: 'Boats sail.' }));
      const reading = { ...nothingRead, by: 'words', words: ['boats'], stems: ['boat', 'sail'] };
      staged.state.change = () => {
        staged.memories[0] = { ...changed, version: 2 };
        if (read) staged.readings.set(id, reading);
        else staged.readings.delete(id);
      };
      return { ...staged, id, wordKeys: keysOf(tenant, changed, reading).wordKeys };
    };

    it('before it is read are written with the reading of the new text', async () => {
      const { run, readings, keys, judged, id, wordKeys } = changing(true);
      expect(await run()).toEqual([]);
      expect(judged).toEqual(['Boats sail.']);
      expect(readings.get(id)?.words).toEqual(['boats']);
      expect(keys.get(id)).toEqual(wordKeys);
    });

    it('are left to its index job where nobody has read the new text', async () => {
      const { run, readings, judged, id } = changing(false);
      expect(await run()).toEqual([]);
      expect(judged).toEqual([]);
      expect(readings.has(id)).toBe(false);
    });
  });
});
