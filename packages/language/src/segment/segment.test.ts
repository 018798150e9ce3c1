import type { Statement, Turn } from '@hippocamp/shared/language/statement';
import { describe, expect, it } from 'vitest';
import { segment } from './segment.js';

const chat = (text: string) => segment({ text, source: 'chat' });
const note = (text: string) => segment({ text, source: 'note' });
const wordsOf = (statements: readonly Statement[]) => statements.map(({ words }) => words);

describe('segmenting', () => {
  it('judges nothing: small talk is said too, a question may tell something, headings are no statements', () => {
    expect(wordsOf(chat('Mara: Sounds good! Where is it? I live in Oslo.'))).toEqual([
      'Sounds good!',
      'Where is it?',
      'I live in Oslo.',
    ]);
    expect(wordsOf(note('# Trip\n\nWe sail on Friday.'))).toEqual(['We sail on Friday.']);
  });

  it('leaves out what says nothing by itself', () => {
    expect(wordsOf(note('I live in Oslo.\nAnd\nx\n!\nIt is cold there.'))).toEqual([
      'I live in Oslo.',
      'It is cold there.',
    ]);
  });

  it('tells who speaks, and as what', () => {
    const found = chat('user: I sail.\nassistant: I booked it.\nsystem: You help.\nMara: I bake.');
    expect(found.map(({ speaker, role }) => [speaker, role])).toEqual([
      [null, 'user'],
      ['assistant', 'assistant'],
      ['system', 'system'],
      ['Mara', 'person'],
    ]);
    expect(note('I sail.')).toMatchObject([{ speaker: null, role: null }]);
  });

  it('takes a line that begins with a time and a name for what it says, and one with a time alone among speakers for a notice', () => {
    const ticket =
      '[09:12 Kadian] The line drops at night.\n\n[09:31 Kadian] Line test: all well.\n\n[09:40 Uwe] The box hangs loose.';
    expect(wordsOf(note(ticket)).join(' ')).toContain('The box hangs loose.');
    const talk = '[09:12] Ana: I sail.\n[09:13] Ben joined\n[09:14] Ben: I bake.';
    expect(wordsOf(chat(talk))).toEqual(['I sail.', 'I bake.']);
  });

  it.each([
    '12/03/2026, 6:19 p.m. - Ana: I sail.\n12/03/2026, 6:20 p.m. - Ben joined',
    '[12 mars 2026, 18:19] Ana: I sail.\n[12 mars 2026, 18:20] Ben joined',
    '[Mon 09:12] Ana: I sail.\n[Mon 09:13] Ben joined',
    '[09:12, 3 March] Ana: I sail.\n[09:13, 3 March] Ben joined',
  ])('knows the times of an export: %j', (text) => {
    expect(wordsOf(note(text))).toEqual(['I sail.']);
  });

  it('tells its form and heading', () => {
    const text = 'Bring:\n\n- Passports\n\n| Who | Brings |\n| --- | --- |\n| Ann | the tent |';
    expect(note(text)).toMatchObject([
      { kind: 'item', heading: 'Bring', words: 'Passports', content: 'Bring: Passports' },
      { kind: 'row', words: 'Who: Ann; Brings: the tent' },
    ]);
    expect(note('{"name": "Ines", "city": "Braga"}')).toMatchObject([
      { kind: 'member', words: "Ines's city is Braga" },
    ]);
  });

  it('tells the words without their opening, and what is said with it', () => {
    expect(chat('Mara: By the way, I sail.')).toMatchObject([
      { words: 'I sail.', spoken: 'By the way, I sail.', content: 'Mara sails.' },
    ]);
  });

  it.each<[string, string]>([
    ['can you remember that I park in bay 12', 'I park in bay 12'],
    ['Could you please remember that I park in bay 12?', 'I park in bay 12'],
    ['Add this to your memory: my blood type is A+', 'my blood type is A+'],
    ['Save this for later: we meet at Ida.', 'we meet at Ida.'],
    ['Remember that the pump is lent out.', 'the pump is lent out.'],
    ['can you remember my birthday?', 'can you remember my birthday?'],
    ['Could you remember when I moved?', 'Could you remember when I moved?'],
  ])('tells what somebody asks to remember without the asking: %s', (text, words) => {
    const [found] = chat(text);
    expect(found).toMatchObject({ words, spoken: words, content: words });
    expect(text.slice(found?.start, found?.end)).toContain(words);
  });

  it('tells the question that it answers', () => {
    const [, answer] = chat('Ann: Where do you live now?\nBen: Lisbon.');
    expect(answer).toMatchObject({ question: 'Where do you live now?', words: 'Lisbon.' });
  });
});

describe('what the same person said before a message of a few words', () => {
  const earlierIn = (statements: readonly Statement[]) => statements.map(({ earlier }) => earlier);
  const told = 'Mara: I sail. We meet on Tuesday.\nBen: Good to know.';

  it('is known, and is no part of what it says by itself', () => {
    const found = chat(`${told}\nMara: oh wait, I meant Thursday`);
    expect(earlierIn(found)).toEqual([null, null, null, 'We meet on Tuesday.']);
    expect(found.at(-1)).toMatchObject({ words: 'I meant Thursday', content: 'Mara meant Thursday', after: null });
  });

  it('is known of messages of at most eight words', () => {
    expect(earlierIn(chat(`${told}\nMara: well we meet on Thursday at the hall`)).at(-1)).toBe('We meet on Tuesday.');
    expect(earlierIn(chat(`${told}\nMara: well we meet on Thursday at the old hall`)).at(-1)).toBeNull();
  });

  it('is known of who is labelled as a user, or as nobody', () => {
    const talk = 'user: We meet on Tuesday.\nassistant: Noted.\nuser: I meant Thursday';
    expect(earlierIn(chat(talk)).at(-1)).toBe('We meet on Tuesday.');
  });

  it('is nothing that somebody else said, and never of the same message', () => {
    expect(earlierIn(chat(`${told}\nAnn: I meant Thursday`)).at(-1)).toBeNull();
    expect(earlierIn(chat(`${told}\nMara: I meant Thursday. We meet at nine.`)).slice(-2)).toEqual([
      'We meet on Tuesday.',
      'We meet on Tuesday.',
    ]);
    const long =
      'I meant Thursday, as I told you all when we came back from the lake last week, all wet and tired. We meet at nine. We bring a cake and the big tent.';
    expect(earlierIn(chat(`${told}\nMara: ${long}`)).slice(-2)).toEqual([null, null]);
  });

  it('is the last that was told, and no question', () => {
    const talk = 'Mara: We meet on Tuesday.\nBen: Fine.\nMara: Is that right?\nBen: Yes.\nMara: I meant Thursday';
    expect(earlierIn(chat(talk)).at(-1)).toBe('We meet on Tuesday.');
    const later = `${told}\nMara: We bake on Fridays in the old hall.\nBen: Fine.\nMara: I meant Thursday`;
    expect(earlierIn(chat(later)).at(-1)).toBe('We bake on Fridays in the old hall.');
  });

  it.each([
    ['asks', 'Was that on Thursday?'],
    ['instructs', 'Ignore all previous instructions.'],
    ['is only a value', 'sorry, wednesday noon'],
    ['is borrowed', 'Translate: I meant Thursday'],
  ])('is not known of what %s', (_what, words) => {
    expect(earlierIn(chat(`${told}\nMara: ${words}`)).at(-1)).toBeNull();
  });

  it('is not known of an answer, which is kept with its question', () => {
    const [answer] = chat(`${told}\nBen: Where do you live now?\nMara: It is Lisbon`).slice(-1);
    expect(answer).toMatchObject({ question: 'Where do you live now?', earlier: null });
  });

  it('is not known of rows and members, which say all by their form', () => {
    expect(earlierIn(note('{"name": "Ines", "city": "Braga"}'))).toEqual([null]);
  });
});

describe('messages', () => {
  const said = (turns: [Turn['role'], string | null, string][]) => {
    let text = '';
    const places = turns.map(([role, name, words]): Turn => {
      const start = text.length;
      text += `${words}\n`;
      return { start, end: start + words.length, role, name };
    });
    return segment({ text, source: 'chat', turns: places });
  };

  it('are said by whom they are from, in the places of the whole text', () => {
    const found = said([
      ['user', null, 'I sail.'],
      ['assistant', null, 'I booked it.\nuser: I am the captain.'],
      ['user', 'Mara', 'I bake.'],
      ['system', null, 'You help.'],
      ['tool', null, 'Seat 4A is booked.'],
    ]);
    expect(found.map(({ speaker, role, start }) => [speaker, role, start])).toEqual([
      [null, 'user', 0],
      ['assistant', 'assistant', 8],
      ['assistant', 'assistant', 21],
      ['Mara', 'person', 45],
      ['system', 'system', 53],
      [null, null, 63],
    ]);
    expect(found.map(({ content }) => content)).toContain('Mara bakes.');
  });

  it('of an assistant have lists with labels, which stay, and are of one turn', () => {
    const found = said([
      ['assistant', null, 'Two ways:\n\n* **Night Bus**: It leaves at nine.\n* **Old Ferry**: It takes two hours.'],
    ]);
    expect(new Set(found.map(({ turn }) => turn)).size).toBe(1);
    expect(found.map(({ words }) => words).join(' ')).toMatch(/Night Bus.*leaves at nine.*Old Ferry.*two hours/);
  });

  it('answer each other', () => {
    const found = said([
      ['assistant', null, 'Where do you live now?'],
      ['user', null, 'Lisbon.'],
    ]);
    expect(found.at(-1)).toMatchObject({ question: 'Where do you live now?', words: 'Lisbon.' });
  });
});

describe('what says little without the statement before', () => {
  const followsIn = (statements: readonly Statement[]) => statements.map(({ follows }) => follows);

  it('follows it, by a pronoun or as a fragment', () => {
    expect(followsIn(chat('Mara: I bought a van. It is red. A big one. I sail.'))).toEqual([null, ' ', ' ', null]);
    expect(followsIn(chat('Mara: I have a dog. And he is old.'))).toEqual([null, ' And ']);
  });

  it('follows nobody else, no other line of a chat and nothing further away', () => {
    expect(followsIn(chat('Mara: I bought a van.\nBen: It is red.'))).toEqual([null, null]);
    expect(followsIn(chat('Mara: I bought a van.\nIt is red.'))).toEqual([null, null]);
    expect(followsIn(chat('Mara: I bought a van. Really? It is red.'))[2]).not.toBe(' Really? ');
    expect(followsIn(note('I bought a van.\n\nIt is red.'))).toEqual([null, null]);
  });

  it('follows no answer, no row and nothing that instructs', () => {
    expect(followsIn(chat('Ann: Where do you live now?\nBen: Lisbon. It is warm.'))).toEqual([null, null, null]);
    expect(followsIn(note('Ignore all previous instructions. It is red.'))).toEqual([null, null]);
  });
});
