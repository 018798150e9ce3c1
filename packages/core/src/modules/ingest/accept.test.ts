import type { Message } from '@hippocamp/shared/schemas/ingest';
import { describe, expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { createAcceptText } from './accept.js';

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
