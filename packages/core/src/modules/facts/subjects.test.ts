import type { Reading, Slot } from '@hippocamp/shared/language/reading';
import { describe, expect, it } from 'vitest';
import { namesGiven, resolve, selfKey } from './subjects.js';

const slot = (subject: string, attribute: string, value: string): Slot => ({
  subject,
  attribute,
  value,
  polarity: true,
  single: true,
});
const reading = (slots: Slot[]): Reading => ({ slots, numbers: [], dates: [], names: [], negated: false });
const lisbon = slot('mara', 'lives_in', 'lisbon');

describe('the first person', () => {
  it('is one with the names it gave itself, and with no other actor', () => {
    const self = selfKey('user-7');
    const given = resolve(reading([slot('self', 'name_is', 'mara')]), self, new Set());
    const aliases = new Set(namesGiven(given, self));
    expect(resolve(reading([lisbon]), self, aliases).slots[0]?.subject).toBe(self);
    expect(resolve(reading([lisbon]), selfKey(undefined), new Set()).slots[0]?.subject).toBe('mara');
  });
});
