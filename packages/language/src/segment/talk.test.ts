import { describe, expect, it } from 'vitest';
import { talkOf } from './talk.js';

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
