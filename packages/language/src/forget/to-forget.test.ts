import { describe, expect, it } from 'vitest';
import { toForget } from './to-forget.js';

describe('a request to forget', () => {
  it.each([
    ['Forget that I live in Rome.', 'I live in Rome'],
    ['Please forget that I live in Rome!', 'I live in Rome'],
    ['Could you please forget that I live in Rome?', 'I live in Rome'],
    ["I'd like you to forget the fact that Anna is allergic to nuts", 'Anna is allergic to nuts'],
    ['forget I live in Rome', 'I live in Rome'],
    ['Don’t remember that I work at Acme any more.', 'I work at Acme'],
    ['Delete the note that the door code changed, please.', 'the door code changed'],
    ['Stop remembering that my dog is called Rex', 'my dog is called Rex'],
    ['I live in Rome.', 'I live in Rome'],
    ['The meeting moved to Friday', 'The meeting moved to Friday'],
    ['Jonas owns the billing service.', 'Jonas owns the billing service'],
    ['forget that that is my car', 'that is my car'],
  ])('%s says: %s', (text, said) => {
    expect(toForget(text)).toEqual([{ kind: 'statement', text: said }]);
  });

  it.each([
    ['Forget my address.', 'my address'],
    ['Forget everything about Anna', 'Anna'],
    ['please delete everything you know about my job', 'my job'],
    ['Forget what I told you about the trip to Lima.', 'the trip to Lima'],
    ['Remove all my notes on the harbour', 'the harbour'],
    ['Forget about Anna', 'Anna'],
    ['Forget my lost keys', 'my lost keys'],
    ["Forget Anna's birthday", "Anna's birthday"],
    ['Anna', 'Anna'],
    ['Forget my notes', 'my notes'],
    ['Forget', 'Forget'],
    ['forget it', 'it'],
  ])('%s names: %s', (text, named) => {
    const [first] = toForget(text);
    if (text === 'Forget') expect(toForget(text)).toEqual([]);
    else expect(first).toEqual({ kind: 'topic', text: named });
  });

  it('may be made of several sentences', () => {
    expect(toForget('Forget my address. And please forget that I work at Acme!')).toEqual([
      { kind: 'topic', text: 'my address' },
      { kind: 'statement', text: 'I work at Acme' },
    ]);
    expect(toForget('a.\n'.repeat(50))).toHaveLength(10);
    expect(toForget('… !?')).toEqual([]);
  });
});
