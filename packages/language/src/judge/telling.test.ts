import { describe, expect, it } from 'vitest';
import { segment } from '../segment/segment.js';
import { judge } from '../testing/heads.js';

const kept = (text: string) => judge(segment({ text, source: 'chat' })).map(({ keep }) => keep);

describe('by words alone', () => {
  it.each([
    'I repotted the lemon tree.',
    'we got married!!',
    'Please never call me before ten.',
    'The dentist moved me to 14 May, 8:30.',
    "Bus is stuck, I'll be 20 minutes late.",
    'Nobody deploys on Fridays.',
    'Our cat Ziggy has to take thyroid pills twice a day.',
    "Since I'm colour-blind, which of these palettes can I read?",
  ])('tells something: %s', (words) => {
    expect(kept(`user: ${words}`)).toEqual([true]);
  });

  it.each(['Morning!', 'What time is it in Lagos?', "I'm fine.", 'Haha true', 'LGTM', 'So cool!'])(
    'tells nothing: %s',
    (words) => {
      expect(kept(`user: ${words}`)).toEqual([false]);
    },
  );

  it.each(['Lisbon.', 'Oslo', 'the blue one', '14'])('an answer tells what was asked: %s', (words) => {
    expect(kept(`assistant: Where do you live now?\nuser: ${words}`).at(-1)).toBe(true);
  });

  it.each(['Ich wohne in Bonn und arbeite als Lehrerin.', '私は東京に住んでいます。'])(
    'no language speaks against it: %s',
    (words) => {
      expect(kept(`user: ${words}`)).toEqual([true]);
    },
  );
});
