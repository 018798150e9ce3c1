import type { Message } from '@hippocamp/shared/schemas/ingest';
import { describe, expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { createAcceptText, normaliseInput, withPlainLines } from './accept.js';

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
