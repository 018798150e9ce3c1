import type { Step } from './step.js';

const other = String.raw`[^\p{L}\p{M}\p{N}\\]`;
const letters = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])\p{L}(?:${other}{1,4}\p{L}){3,}`, 'gu');
const gaps = /[^\p{L}\p{N}]+/gu;
const goesOn = /^[\p{L}\p{M}\p{N}]/u;

/** What stands between most of the letters. */
const commonest = (found: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const gap of found) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0] as [string, number])[0];
};

/** The last letter may be the first one of a word, which is no part of the run. */
const endOf = (run: string, following: string): number =>
  goesOn.test(following) ? ([...run.matchAll(gaps)].at(-1)?.index ?? 0) : run.length;

const aWord = /\p{L}{4}/u;

/** "i g n o r e  a l l": where another gap stands, a word ends. Short ones are initials, and names of countries. */
export const apart: Step = (text) =>
  text.replace(letters, (run: string, at: number) => {
    const behind = at + run.length;
    const own = run.slice(0, endOf(run, text.slice(behind, behind + 2)));
    const between = commonest(own.match(gaps) ?? []);
    const said = own.replace(gaps, (gap) => (gap === between ? '' : ' '));
    return aWord.test(said) ? said + run.slice(own.length) : run;
  });
