import { describe, expect, it } from 'vitest';
import { readComponents } from './segment/components.js';
import { readJson } from './segment/json/json-passages.js';
import { speakAs } from './segment/voice/speak-as.js';
import { keptIn } from './testing/kept.js';
import { stretchOf } from './words/calendar.js';
import { thirdPerson } from './words/verbs.js';

const said = 'We moved to Turku in May last year.';

/** Every object has members of these names, and so has every table that is an object. */
describe.each(Object.getOwnPropertyNames(Object.prototype))('a text that says %s', (name) => {
  it('is read as JSON with a speaker of this name', async () => {
    const text = `{"role":"${name}","content":"${said}"}`;
    expect(readJson(text)?.passages).toMatchObject([{ speaker: name }]);
    await expect(keptIn({ text, source: 'chat' })).resolves.toBeDefined();
  });

  it.each([
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Swim\nRRULE:FREQ=${name}\nEND:VEVENT\nEND:VCALENDAR`,
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Swim\nRRULE:FREQ=WEEKLY;BYDAY=${name}\nEND:VEVENT\nEND:VCALENDAR`,
    `BEGIN:VCALENDAR\nBEGIN:${name}\nSUMMARY:Swim\nEND:${name}\nEND:VCALENDAR`,
  ])('is read as a calendar with it: %s', (text) => {
    const passages = readComponents(text)?.passages ?? [];
    expect(JSON.stringify(passages)).not.toMatch(/native code|object Object|null \d|undefined/);
  });

  it('says nothing else of it as a verb or a day', () => {
    expect(speakAs('Mara', `I ${name} houses in Turku.`) ?? '').not.toMatch(/native code|object Object/);
    expect(thirdPerson(name)).toMatch(new RegExp(`^${name.replace(/y$/, '')}(?:s|es|ies)$`));
    for (const value of [name, `${name} week`]) expect(stretchOf(value, new Date(0))).toBeNull();
  });
});
