import type { EarlierMessage, SourceText, Turn } from '@hippocamp/shared/language/statement';
import { describe, expect, it } from 'vitest';
import { segment, talkOf } from './segment.js';

const user = { role: 'user', name: null } as const;
const assistant = { role: 'assistant', name: null } as const;

describe('a talk', () => {
  it('has what was said before its text first, then each message, after what was said off the record', () => {
    const text = 'Where?\nLisbon.';
    const unkept = [{ ...user, content: 'Not for the files.' }];
    const turns = [
      { ...assistant, start: 0, end: 6 },
      { ...user, start: 7, end: 14, unkept },
    ];
    const talk = talkOf({ text, turns, before: [{ ...user, content: 'Hi.' }] });
    expect(talk.text).toBe('Hi.\nWhere?\nNot for the files.\nLisbon.');
    const said = talk.turns.map(({ standing, start, end, shift }) => [standing, talk.text.slice(start, end), shift]);
    expect(said).toEqual([
      ['before', 'Hi.', 0],
      ['own', 'Where?', 4],
      ['unkept', 'Not for the files.', 11],
      ['own', 'Lisbon.', 23],
    ]);
  });

  it('is the text itself where nothing was said around it', () => {
    const talk = talkOf({ text: 'I sail.', turns: [{ ...user, start: 0, end: 7 }] });
    expect(talk).toMatchObject({ text: 'I sail.', turns: [{ start: 0, end: 7, standing: 'own', shift: 0 }] });
    expect(talkOf({ text: 'I sail.' })).toEqual({ text: '', turns: [] });
  });

  it('tells places of the text, also after an empty message', () => {
    const talk = talkOf({
      text: 'I sail.',
      turns: [{ ...user, start: 0, end: 7 }],
      before: [{ ...user, content: '' }],
    });
    expect(talk.turns.map(({ start, shift }) => [start, shift])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});

const asks: EarlierMessage = { role: 'assistant', name: null, content: 'Are you allergic to anything?' };

/** `unkept` are places that are off the record. */
const alone = (text: string, unkept: Turn['unkept'] = []): SourceText => ({
  ...{ text, source: 'chat' },
  turns: [{ ...user, start: 0, end: text.length, unkept }],
});

describe('what was said before a text', () => {
  it.each<[string, SourceText]>([
    ['a text', { text: 'peanuts', source: 'chat' }],
    ['a message', alone('peanuts')],
  ])('asks what %s answers, and is its context', (_what, given) => {
    const [answer, ...others] = segment({ ...given, before: [asks] });
    expect(others).toEqual([]);
    expect(answer).toMatchObject({
      content: 'Asked "Are you allergic to anything?": peanuts',
      ...{ question: asks.content, start: 0, end: 7, context: null, contextBefore: asks.content },
      quotesBefore: true,
    });
  });

  it('is not what a text quotes of itself', () => {
    const text = 'Mara: Where do we meet?\nBen: Lisbon, maybe.';
    const [answer] = segment({ text, source: 'chat', before: [asks] }).slice(-1);
    expect(answer).toMatchObject({ content: 'Ben, asked "Where do we meet?": Lisbon, maybe.' });
    expect(answer).toHaveProperty('contextBefore');
    expect(answer).not.toHaveProperty('quotesBefore');
  });

  it('is none of its statements, and the places are those of the text', () => {
    const text = 'Mara: I sail.\nBen: I bake.';
    const before = [{ ...user, content: 'I live in Oslo. I work at Acme.' }];
    const found = segment({ text, source: 'chat', before });
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['I sail.', 'I bake.']);
    const [, second] = found;
    expect(second?.contextBefore).toContain('I live in Oslo.');
    expect(text.slice(second?.context?.start, second?.context?.end)).toContain('I sail.');
  });

  it('is what a value is one of', () => {
    const before = [
      { ...user, content: 'We meet on Tuesday.' },
      { ...asks, content: 'Noted.' },
    ];
    expect(segment({ text: 'wednesday noon', source: 'chat', before })).toMatchObject([
      { after: 'We meet on Tuesday.', content: 'After "We meet on Tuesday.": wednesday noon' },
    ]);
  });

  it('is what a message of a few words may put right', () => {
    const before = [
      { ...user, content: 'We meet on Tuesday.' },
      { ...asks, content: 'Noted.' },
    ];
    expect(segment({ text: 'I meant Thursday', source: 'chat', before })).toMatchObject([
      { earlier: 'We meet on Tuesday.', after: null, content: 'I meant Thursday' },
    ]);
    expect(segment({ ...alone('I meant Thursday'), before })).toMatchObject([{ earlier: 'We meet on Tuesday.' }]);
  });

  it('is what a message of a few words names, though other things were told since', () => {
    const before = ['We meet on the 12th.', 'My knee hurts.', 'I moved to Graz.'].map((content) => ({
      ...user,
      content,
    }));
    const [named] = segment({ text: 'no, not the 12th, the 14th', source: 'chat', before });
    expect(named).toMatchObject({ after: 'We meet on the 12th.' });
    expect(segment({ text: 'I meant Thursday', source: 'chat', before })).toMatchObject([
      { earlier: 'I moved to Graz.' },
    ]);
    const opened = ['Actually I moved to Graz.', 'My knee hurts.'].map((content) => ({ ...user, content }));
    const [other] = segment({ text: 'Actually, I meant Thursday', source: 'chat', before: opened });
    expect(other).toMatchObject({ earlier: 'My knee hurts.' });
  });

  it('is answered by nobody who asked it', () => {
    const before = [{ ...user, content: 'Where do we meet?' }];
    expect(segment({ text: 'Lisbon, maybe', source: 'chat', before })).toMatchObject([{ question: null }]);
  });

  it('changes nothing in a text that says all by itself', () => {
    const [found] = segment({ text: 'I have lived in Oslo for ten years.', source: 'chat', before: [asks] });
    expect(found).toMatchObject({ content: 'I have lived in Oslo for ten years.', question: null, after: null });
  });
});

describe('what was said off the record', () => {
  it('is quoted nowhere, and no statement', () => {
    const found = segment(alone('peanuts', [asks]));
    expect(found).toMatchObject([{ content: 'peanuts', question: null, after: null, context: null }]);
    expect(JSON.stringify(found)).not.toContain('allergic');
  });

  it('is put right by nothing', () => {
    const secret = { ...user, content: 'My canary is called Hugo.' };
    const found = segment(alone('I meant Thursday', [secret, asks]));
    expect(found).toMatchObject([{ earlier: null, context: null, content: 'I meant Thursday' }]);
    expect(JSON.stringify(found)).not.toContain('Hugo');
  });

  it('ends the context, of the text and of what was said before it', () => {
    const text = 'I sail.\nI bake.';
    const secret = { ...user, content: 'My canary is called Hugo.' };
    const turns = [
      { ...user, start: 0, end: 7 },
      { ...user, start: 8, end: 15, unkept: [secret] },
    ];
    const found = segment({ text, source: 'chat', turns, before: [{ ...user, content: 'I live in Oslo.' }] });
    expect(found).toMatchObject([{ contextBefore: 'I live in Oslo.' }, { context: null }]);
    expect(found[1]).not.toHaveProperty('contextBefore');
    expect(JSON.stringify(found)).not.toContain('Hugo');
  });
});
