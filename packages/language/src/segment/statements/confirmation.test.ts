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
});
