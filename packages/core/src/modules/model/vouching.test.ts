import { describe, expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { plainVouching } from '../../testing/plain-vouching.js';
import { vouched } from './grounding.js';

const vouchedIn = async (content: string, text: string, names: string[] = []) =>
  (await vouched(tenantNamed('acme'), [content], { text, names }, plainVouching))[0];

describe('a statement of a model', () => {
  it.each([
    ['with the same figure', 'It costs 4,500.', 'That is 4,500 then.'],
    ['with a figure for a word', 'Mara has 3 cats.', 'Mara keeps three of them.'],
    ['with a word for a figure', 'Mara has three cats.', 'Mara keeps 3.'],
    ['with a name in another form', 'Hazelnut is what Mara is allergic to.', 'what hazelnuts do to mara'],
    ['with a time without its seconds', 'At 18:02, 2026-08-21.', '"at": "2026-08-21T18:02:11"'],
    ['with a date that is joined', 'It is 2026-08-15.', 'DTSTART;VALUE=DATE:20260815'],
    ['with no number and no name', 'it rains', 'wet'],
  ])('%s is vouched for', async (_what, content, text) => {
    expect(await vouchedIn(content, text)).toBe(true);
  });

  it.each([
    ['another figure', 'It costs 4,600.', 'That is 4,500 then.'],
    ['a part of a figure', 'It costs 45.', 'That is 4500 then.'],
    ['the end of a figure', 'Mara has 11 cats.', 'At 18:02:11 then.'],
    ['the thousands of a figure', 'Mara has 4 cats.', 'That is 4,500 then.'],
    ['figures put together', 'At 15:30.', '15 people at 30.'],
    ['another number in words', 'Mara has four cats.', 'Mara keeps 3.'],
    ['a number that only what is beside the text has', 'Mara has 7 cats.', 'Mara has cats.'],
    ['somebody else', 'Zelda has cats.', 'Mara has cats.'],
    ['a longer name', 'Mara Lund has cats.', 'Mara has cats.'],
  ])('with %s is not', async (_what, content, text) => {
    expect(await vouchedIn(content, text, ['There are 7 of us.'])).toBe(false);
  });

  it('may have names from what is told beside the text', async () => {
    expect(await vouchedIn('Mara Lund has cats.', 'I have cats.', ['Mara', 'My sister is Ines Lund.'])).toBe(true);
  });

  it('is judged by itself', async () => {
    const contents = ['Mara has 2 cats.', 'Mara has 3 cats.', 'Mara has two cats.'];
    const told = { text: 'Mara has 2 cats.', names: [] };
    expect(await vouched(tenantNamed('acme'), contents, told, plainVouching)).toEqual([true, false, true]);
    expect(await vouched(tenantNamed('acme'), [], told, plainVouching)).toEqual([]);
  });
});
