import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRuleExtractor } from './rule-extractor.js';

const extract = (text: string, source: 'chat' | 'note' | 'document' = 'chat') =>
  createRuleExtractor().extract({ text, source });
const contents = async (text: string, source?: 'chat' | 'note' | 'document') =>
  (await extract(text, source)).map(({ content }) => content);

describe('the rule extractor', () => {
  it('keeps statements and leaves questions, greetings, thanks and filler', async () => {
    const text = `Mara: Hi Jonas! How was the trip?
Jonas: Fine, thanks! It rained all week in Bergen. Thanks for asking :)
Mara: Oh no. I moved to Tollgate Lane 9 yesterday.
Jonas: Wow, nice!
Jonas: Ok, see you tomorrow then!`;
    expect(await contents(text)).toEqual([
      'Jonas: It rained all week in Bergen.',
      'Mara: I moved to Tollgate Lane 9 yesterday.',
    ]);
  });

  it('classifies what lasts, what happened and what passes', async () => {
    const found = await extract(
      'user: I am allergic to hazelnuts.\nuser: We went to the zoo yesterday.\nuser: I am on my way to the office.',
    );
    expect(found.map(({ content, memoryType }) => [content, memoryType])).toEqual([
      ['I am allergic to hazelnuts.', 'semantic'],
      ['We went to the zoo yesterday.', 'episodic'],
      ['I am on my way to the office.', 'short_term'],
    ]);
    expect(found[0]?.importance).toBeGreaterThan(found[1]?.importance ?? 1);
  });

  it('keeps a short statement about someone, but not a nod', async () => {
    expect(await contents("me: I'm vegan.\nme: I'm fine.\nme: 👍👍\nme: Right.")).toEqual(["I'm vegan."]);
  });

  it('takes labels of notes for headings, and cuts no sentence at an abbreviation', async () => {
    const text =
      'Decision: ship on 3 March.\n- Dr. Weber signs the contract at 7 p.m. on Friday.\n- Budget is 4,500 euros.';
    expect(await contents(text, 'note')).toEqual([
      'Decision: ship on 3 March.',
      'Dr. Weber signs the contract at 7 p.m. on Friday.',
      'Budget is 4,500 euros.',
    ]);
  });

  it('gives the words before as context', async () => {
    const [, second] = await extract('Ann: The harbour opens in April.\nBen: My cousin paints the kiosk blue.');
    expect(second?.context).toContain('The harbour opens in April.');
  });

  it('reads other scripts', async () => {
    expect(await contents('私は東京に住んでいます。元気ですか？', 'note')).toEqual(['私は東京に住んでいます。']);
  });

  it('gives spans that are verbatim parts, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (raw) => {
        const text = raw.toWellFormed();
        for (const found of await extract(text)) {
          expect(text.slice(found.start, found.end)).toBe(found.sourceSpan);
          expect(found.sourceSpan.length).toBeGreaterThan(0);
          expect([...(found.context ?? '')].length).toBeLessThanOrEqual(500);
          expect(found.context?.isWellFormed() ?? true).toBe(true);
        }
      }),
      { seed: 20_260_302, numRuns: 300 },
    );
  });

  it('keeps what the questions of the demo ask for', async () => {
    const path = new URL('../../../../apps/demo/conversation/harbour-cafe.json', import.meta.url);
    const { sessions, questions } = JSON.parse(readFileSync(path, 'utf8')) as {
      sessions: { text: string }[];
      questions: { expect: string }[];
    };
    const all = (await Promise.all(sessions.map(({ text }) => extract(text)))).flat();
    for (const { expect: part } of questions) expect(all.some(({ content }) => content.includes(part))).toBe(true);
  });
});
