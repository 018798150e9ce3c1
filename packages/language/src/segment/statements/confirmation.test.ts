import { describe, expect, it } from 'vitest';
import { segment } from '../segment.js';
import { confirmedBy } from './confirmation.js';

describe('what a yes says', () => {
  it.each([
    ['So you prefer window seats?', 'Yes, always.', 'I prefer window seats, always.'],
    ['You live in Oslo, right?', 'Correct!', 'I live in Oslo.'],
    ["So you're allergic to nuts?", 'yep', "I'm allergic to nuts."],
    ['Just to confirm: your sister is called Ana?', "that's right", 'My sister is called Ana.'],
    ['Do you take the early train?', 'Yes, on Mondays.', 'I take the early train, on Mondays.'],
    ['Are you still working at Kugelwerk?', 'Yes.', 'I am still working at Kugelwerk.'],
    ['Is Thainá left-handed?', 'yes she is', 'Thainá is left-handed.'],
    ['Is your daughter allergic to nuts?', 'Yes, to all of them.', 'My daughter is allergic to nuts, to all of them.'],
    ["You'd like a window seat, I suppose?", 'Yes', "I'd like a window seat."],
    ['I take it you would rather be texted than phoned?', 'Absolutely.', 'I would rather be texted than phoned.'],
    [
      'And the puppet theatre is still your only employer?',
      'it is, yes',
      'The puppet theatre is still my only employer.',
    ],
    ['Hotels: do you always want a room on a high floor?', 'Correct.', 'I always want a room on a high floor.'],
    ['And you mean that your team deploys on Thursdays, correct?', 'Exactly.', 'My team deploys on Thursdays.'],
  ])('%s %s', (question, answer, said) => {
    expect(confirmedBy(question, answer)).toBe(said);
  });

  it.each([
    ['Would you like a treatment plan?', 'Yes please'],
    ['Shall I book it?', 'Yes'],
    ['Do you want me to remind you?', 'Sure'],
    ['So you prefer window seats?', 'No, aisle.'],
    ['So you prefer window seats?', 'Yes, I moved to the aisle only once.'],
    ['What do you eat?', 'Yes'],
    ['Are you sure?', 'Yes'],
    [null, 'Yes, always.'],
  ])('%s %s: nothing', (question, answer) => {
    expect(confirmedBy(question, answer)).toBeNull();
  });

  it('is a statement of who confirms, in the place of the yes', () => {
    const text = 'assistant: So you prefer window seats?\nuser: Yes, always.';
    const said = segment({ text, source: 'chat' }).find(({ role }) => role === 'user');
    expect(said).toMatchObject({ content: 'I prefer window seats, always.', role: 'user' });
    expect(text.slice(said?.start, said?.end)).toBe('Yes, always.');
  });

  const answered = (question: string, answer: string) =>
    segment({ text: `assistant: ${question}\nuser: ${answer}`, source: 'chat' }).at(-1)?.content;

  it.each([
    ["You'd like a window seat, I suppose?", 'No, aisle. Always aisle.'],
    ['Your rent is 14,200. Do I have the rent right?', '14,900, they raised it'],
    ["According to the form you're insured with Trygg. Is that right?", 'not any more, Folksam now'],
    ['Shall I always keep 10 percent of your pay aside?', 'yes please, always'],
  ])('%s %s: is told with the question', (question, answer) => {
    const [first = ''] = answer.split('. ');
    const told = segment({ text: `assistant: ${question}\nuser: ${answer}`, source: 'chat' });
    expect(told.some(({ content }) => content.startsWith('Asked "') && content.includes(first))).toBe(true);
  });

  it.each([
    ['Shall I invite your colleague Duarte as well?', 'No. Please just send me the offer'],
    ["Perhaps you're planning to move in with your girlfriend?", 'haha nope'],
    ['Would you like me to plan your week?', 'Yes: on 29 January I have to be in Aarhus.'],
  ])('%s %s: asks for nothing that is told with it', (question, answer) => {
    expect(answered(question, answer)).not.toMatch(/^Asked/);
  });
});
