import { describe, expect, it } from 'vitest';
import { labelledText, sentencesOfSpan, turnsOfSpan } from './spans.js';
import type { Session } from './talks.js';

const turn = (id: string, ...sentences: [string, boolean | null][]) => ({
  ...{ id, role: 'user' as const, text: sentences.map(([text]) => text).join(' ') },
  sentences: sentences.map(([text, tells]) => ({ text, tells })),
});

const session: Session = {
  id: 'one',
  at: null,
  turns: [
    turn('1', ['haha', false], ['the heron is back on the weir', true]),
    turn('2', ['no way!!', false]),
    turn('3', ['haha', false], ['🎉', false]),
    turn('4', ['so saturday?', null], ['see you', false]),
  ],
};

describe('the turns of a span', () => {
  it('are those that hold it, whatever its signs', () => {
    expect(turnsOfSpan('The heron is back, on the weir.', session)).toEqual(['1']);
    expect(turnsOfSpan('haha', session)).toEqual(['1', '3']);
  });

  it('are those that it holds, where they are long enough not to do so by chance', () => {
    const said = session.turns.map(({ text }) => text).join('\n');
    expect(turnsOfSpan(said, session)).toEqual(['1', '4']);
  });

  it('are none where it says nothing or fits too many', () => {
    expect(turnsOfSpan('🎉', session)).toEqual([]);
    expect(turnsOfSpan('a', session)).toEqual([]);
  });
});

describe('the sentences of a span', () => {
  const tellsOf = (span: string) => {
    const labelled = labelledText(session);
    return labelled && sentencesOfSpan(span, labelled).map(({ tells }) => tells);
  };

  it('are those that it has a part in', () => {
    expect(tellsOf('heron is back')).toEqual([true]);
    expect(tellsOf('haha the heron')).toEqual([false, true]);
    expect(tellsOf('no way')).toEqual([false]);
  });

  it('are found line by line where names stand between messages', () => {
    expect(tellsOf('so saturday? see you\nno way!!')).toEqual([null, false, false]);
  });

  it('are those that tell most where it was said several times', () => {
    expect(tellsOf('a')).toContain(true);
    expect(tellsOf('haha')).toEqual([false]);
  });

  it('are none of what nobody said, and unknown where nobody labelled', () => {
    expect(tellsOf('an otter')).toEqual([]);
    expect(labelledText({ ...session, turns: [{ id: '1', role: 'user', text: 'hi' }] })).toBeNull();
  });
});
