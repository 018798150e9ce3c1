import { describe, expect, it } from 'vitest';
import { answers, isTag } from './questions.js';

describe('an answer', () => {
  it.each([
    ['Where do you live?', 'Lisbon.'],
    ['Are you allergic to anything?', 'peanuts'],
    ['So you prefer window seats?', 'Yes, always.'],
    ['Which one is yours?', "it's the blue one"],
    ['Should I always answer in Danish?', 'yes'],
    ['Where do you live?', 'I would say so'],
  ])('%s %s', (question, spoken) => {
    expect(answers(question, spoken)).toBe(true);
  });

  it.each([
    ['says by itself what was asked', 'Where do you live?', 'I live in Lisbon.'],
    ['is long enough to stand alone', 'What do you do?', 'My brother and I repair old boats.'],
    ['asks back', 'Where do you live?', 'Why do you ask?'],
    ['gives leave', 'Shall I book it?', 'Yes please'],
    ['is polite', 'How are you doing today?', 'Tired.'],
    ['has no word', 'Where do you live?', '👍'],
    ['is a tale', 'Where do you live?', 'there '.repeat(21).trim()],
    ['has nothing to answer', null, 'Lisbon.'],
  ])('is none where it %s', (_why, question, spoken) => {
    expect(answers(question, spoken)).toBe(false);
  });

  it('is none to a question longer than anybody would quote', () => {
    expect(answers(`Where ${'or where '.repeat(30)}do you live?`, 'Lisbon.')).toBe(false);
  });
});

it.each([
  ['Is that right?', true],
  ['Do I have that right?', true],
  ['And is it still correct?', true],
  ['Is that your dog?', false],
  ['Where is it?', false],
])('%s only asks about what was said before: %s', (question, expected) => {
  expect(isTag(question)).toBe(expected);
});
