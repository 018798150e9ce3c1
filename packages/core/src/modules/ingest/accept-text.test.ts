import { markerOf } from '@hippocamp/shared/language/secret';
import type { Message } from '@hippocamp/shared/schemas/ingest';
import { keptRequest } from '@hippocamp/shared/schemas/kept-request';
import { CONTENT_LENGTH, SPEAKER_LENGTH } from '@hippocamp/shared/schemas/memories';
import { withPlainLines } from '@hippocamp/shared/text/cleaned';
import { describe, expect, it } from 'vitest';
import { NOON, tenantNamed } from '../../testing/builders.js';
import { createAcceptText, normaliseInput } from './accept-text.js';

const codes = (text: string) => normaliseInput(text).warnings.map(({ code }) => code);

describe('the text of an ingest', () => {
  it('keeps what is clean as it is', () => {
    expect(normaliseInput('Ann: a\nBen: b 😀')).toEqual({ text: 'Ann: a\nBen: b 😀', warnings: [], blank: false });
  });

  it('repairs NUL and half characters and says so', () => {
    expect(normaliseInput('a\0b').text).toBe('a\uFFFDb');
    expect(codes('a\0b')).toEqual(['nul_replaced']);
    expect(normaliseInput('a\uD800b').text).toBe('a\uFFFDb');
    expect(codes('a\uD800b')).toEqual(['surrogate_replaced']);
  });

  it('says that a blank text holds nothing', () => {
    expect(codes(' \n\t\u200B')).toEqual(['blank']);
  });

  it('keeps its line ends; an extractor reads one kind of them, at the same places', () => {
    expect(normaliseInput('a\r\nb\rc').text).toBe('a\r\nb\rc');
    expect(withPlainLines('a\r\nb\rc\nd')).toBe('a \nb\nc\nd');
  });
});

const accept = createAcceptText(async (_tenant, text) => {
  const redacted = text.replace('hunter2', '[password]');
  return { text: redacted, removed: redacted === text ? [] : [{ kind: 'password', count: 1 }] };
});
const say = (content: string, more: Partial<Message> = {}): Message => ({ role: 'user', content, ...more });
const accepted = (...messages: Message[]) => accept(tenantNamed('acme'), messages);

describe('messages off the record', () => {
  it('stand in no text, and are kept before the message that follows', async () => {
    const off = say('The code is hunter2.', { role: 'assistant', keep: false });
    const found = await accepted(say('One.'), off, say('Two.', { keep: true }), say('Never mind.', { keep: false }));
    expect(found).toMatchObject({ text: 'One.\nTwo.', warnings: [] });
    expect(found.turns).toMatchObject([
      { start: 0, end: 4 },
      { start: 5, end: 9 },
    ]);
    expect(found.unkept).toEqual([{ turn: 1, role: 'assistant', name: null, content: 'The code is [password].' }]);
  });

  it('leave nothing where all of them are', async () => {
    expect(await accepted(say('One.', { keep: false }))).toEqual({ text: '', warnings: [], turns: [] });
  });
});

describe('the messages of a talk', () => {
  it('are kept as an import takes them, whatever is off the record or left of them', async () => {
    const unseen = createAcceptText(async (_tenant, text) => ({ text: text.replace('x', ''), removed: [] }));
    const names = [undefined, 'Mara', '\u0001'.repeat(SPEAKER_LENGTH)];
    const talk = Array.from({ length: 1000 }, (_, place) =>
      say(place % 3 === 0 ? 'x' : 'Tea.\0\ud800', {
        ...(names[place % 3] ? { name: names[place % 3] } : {}),
        ...{ keep: place % 5 !== 1, at: NOON.toISOString() },
      }),
    );
    const { text: _text, unkept: _unkept, ...kept } = await unseen(tenantNamed('acme'), talk);
    const order = { source: 'chat', metadata: {}, autoStore: true, debug: false, sessionId: 's', ...kept };
    expect(keptRequest.parse(order)).toEqual(order);
  });
});

describe('a secret that one message names and another tells', () => {
  const named = createAcceptText(async (_tenant, text, before = '') => {
    const clean = /password:\s*$/.test(before) ? text.replace(/^\S+/, '[gone]') : text;
    return { text: clean, removed: clean === text ? [] : [{ kind: 'password', count: 1 }] };
  });

  it('is in no text, and each turn stands at its place', async () => {
    const talk = [say('My wifi password:'), say('hunter2x9 it is', { role: 'assistant' }), say('Thanks.')];
    const { text, turns, warnings } = await named(tenantNamed('acme'), talk);
    expect(text).toBe('My wifi password:\n[gone] it is\nThanks.');
    expect(turns?.map(({ start, end }) => text.slice(start, end))).toEqual([
      'My wifi password:',
      '[gone] it is',
      'Thanks.',
    ]);
    expect(warnings).toMatchObject([{ code: 'secret_removed' }]);
  });

  it('is gone behind what was said off the record or says nothing, too', async () => {
    const off = say('My wifi password:', { keep: false });
    expect((await named(tenantNamed('acme'), [off, say(' '), say('hunter2x9')])).text).toBe(' \n[gone]');
  });
});

describe('a text that its markers would make longer than what may be sent', () => {
  const acceptMarked = createAcceptText(async (_tenant, text) => {
    const redacted = text.replaceAll(/(?<=pw=)\d/g, markerOf('password'));
    return { text: redacted, removed: redacted === text ? [] : [{ kind: 'password', count: 1 }] };
  });
  const most = 'pw=1 '.repeat(CONTENT_LENGTH / 5);

  it('has a sign in the place of each', async () => {
    const whole = await acceptMarked(tenantNamed('acme'), most);
    expect(whole).toMatchObject({ text: most.replaceAll('1', '*'), warnings: [{ code: 'secret_removed' }] });
    expect((await acceptMarked(tenantNamed('acme'), 'pw=1')).text).toBe('pw=[secret removed: password]');
    const talk = Array.from({ length: 100 }, () => say('pw=1 '.repeat(98)));
    const { text, turns } = await acceptMarked(tenantNamed('acme'), talk);
    expect(text).toBe(talk.map(({ content }) => content.replaceAll('1', '*')).join('\n'));
    expect(turns?.at(-1)?.end).toBe(text.length);
  });

  it('is bounded as a name, too', async () => {
    const named = [say('Hello.', { name: 'pw=1 '.repeat(25) }), say('Hello.', { name: 'pw=1' })];
    const { turns } = await acceptMarked(tenantNamed('acme'), named);
    expect(turns?.map(({ name }) => name)).toEqual(['pw=* '.repeat(25), 'pw=[secret removed: password]']);
    expect(turns?.[0]?.name?.length).toBeLessThanOrEqual(SPEAKER_LENGTH);
  });
});
