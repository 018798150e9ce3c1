import type { SourceText } from '@hippocamp/shared/language/statement';
import { describe, expect, it } from 'vitest';
import { type Language, UnreadableText } from '../../ports/language.js';
import { NOON } from '../builders.js';
import { tenant } from './texts.js';
import type { AskedLanguage } from './under-test.js';

const LONGEST = 50_000;

const filled = (unit: string, tail = ''): string =>
  unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST - tail.length) + tail;

/** Texts that a reader stumbles over. */
const oddities: [string, string][] = [
  ['nothing', ''],
  ['one character', 'a'],
  ['empty lines', '\n\n \n\t\n\n'],
  ['a lone surrogate', 'I live in \ud800 Porto.'],
  ['the other half', '\udc00 is my name.'],
  ['control characters', 'I live\u0000 in\u0007 Porto.\u001b[31m'],
  ['signs only', '… — !? ()[]{}'],
  ['50,000 characters of statements', filled('Mara lives in Porto and works at the museum. ')],
  ['one word of 50,000 characters', filled('a')],
  ['50,000 line ends', filled('\n')],
  ['50,000 brackets', filled('[')],
  ['50,000 quotation marks', filled('"')],
  ['labels without words', filled('Ann:\n')],
  ['blanks with an end', filled(' ', 'x')],
  ['half of a pair, again and again', filled('\ud83d ')],
  ['digits and dots', filled('1.')],
  ['addresses', filled('a@a.')],
  ['tags', filled('<b>')],
  ['denials', filled('not ')],
];

/** ms that this process has worked, which others on the machine do not make longer. */
const worked = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Ends in time, well or with the error that says so. */
const within = async (deadline: number, work: () => Promise<unknown>): Promise<void> => {
  const before = worked();
  await work().catch((error: unknown) => expect(error).toBeInstanceOf(UnreadableText));
  expect(worked() - before).toBeLessThan(deadline);
};

const extracted = async (language: Language, given: SourceText) =>
  language.judge(tenant, await language.segment(tenant, given));

const dating = (text: string) => ({
  ...{ text, timeZone: 'UTC' },
  kept: [{ content: text.slice(0, 900), start: text.length, from: 0, at: NOON.toISOString() }],
});

const everyCall = (language: Language, text: string): Promise<unknown>[] => [
  extracted(language, { text, source: 'chat' }),
  extracted(language, { text, source: 'document' }),
  language.read(tenant, [{ content: text, speaker: null }]),
  language.namedIn(tenant, [{ content: text, speaker: null }]),
  Promise.resolve(language.periodsAsked(text, NOON)),
  Promise.resolve(language.withoutTimesLeftOut(text, NOON)),
  Promise.resolve(language.tellsOfSelf(text)),
  language.resolveDates(tenant, dating(text)),
  language.redact(tenant, text),
  language.sentencesOf(tenant, [text]),
  language.statementsOf(tenant, text),
  language.toForget(tenant, text),
  language.besideClaim(tenant, text.slice(0, 2000), [{ text: `${text.slice(0, 2000)} x`, names: [] }]),
  language.compare(tenant, [
    {
      newer: text.slice(0, 2000),
      older: `${text.slice(0, 2000)} x`,
      relations: { same: 1, conflict: 0, different: 0 },
    },
  ]),
];

export const limitsSuite = (language: AskedLanguage, deadline: () => number): void => {
  describe('any text', () => {
    it.each(oddities)('%s', async (_, text) => {
      await within(deadline(), () => Promise.all(everyCall(language(), text)));
    });

    it('is known by the versions of what read it', () => {
      for (const version of Object.values(language().versions)) expect(version).not.toBe('');
    });
  });
};
