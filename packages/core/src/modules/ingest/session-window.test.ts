import { describe, expect, it } from 'vitest';
import type { IngestOrder, IngestRepository, SessionText } from '../../ports/records.js';
import { NOON, orderOf } from '../../testing/builders.js';
import { saidBefore, sessionPlace, sourceText, standsYet } from './session-window.js';

const place = { traceId: 'a trace', createdAt: NOON, sessionId: 's', ownerEntityId: null };

const text = (artifactId: string, content: string, turns?: object[]): SessionText => ({
  artifactId,
  content,
  request: orderOf(turns ? { turns } : {}),
});

const before = (...texts: SessionText[]) =>
  saidBefore({ textsBefore: async () => texts } as unknown as IngestRepository, place);
const contents = async (...texts: SessionText[]) => (await before(...texts)).map(({ content }) => content);

describe('what was said before in a session', () => {
  it('is told in order, with who said it and where it stands', async () => {
    const turns = [
      { start: 0, end: 3, role: 'user', name: 'Mara' },
      { start: 4, end: 8, role: 'assistant', name: null },
    ];
    expect(await before(text('b', 'Hi.\nYes?', turns), text('a', 'A note.'))).toEqual([
      { role: 'user', name: null, content: 'A note.', place: { artifactId: 'a', start: 0, end: 7 } },
      { role: 'user', name: 'Mara', content: 'Hi.', place: { artifactId: 'b', start: 0, end: 3 } },
      { role: 'assistant', name: null, content: 'Yes?', place: { artifactId: 'b', start: 4, end: 8 } },
    ]);
  });

  it('is the nearest messages, of the furthest the end where it is long', async () => {
    const six = ['f', 'e', 'd', 'c', 'b', 'a'];
    expect(await contents(...['g', ...six].map((id) => text(id, id)))).toEqual([...six.toReversed().slice(1), 'g']);
    const [cut, whole] = await before(text('b', 'x'.repeat(1_500)), text('a', 'y'.repeat(900)));
    expect([cut?.content.length, whole?.content.length]).toEqual([500, 1_500]);
    expect(cut?.place).toEqual({ artifactId: 'a', start: 400, end: 900 });
  });

  it('is cut between characters', async () => {
    const [cut] = await contents(text('a', '😀'.repeat(1_001).concat('x')));
    expect(cut?.isWellFormed()).toBe(true);
    expect(cut).toHaveLength(1_999);
  });

  it('has nothing of what was taken out of a raw text', async () => {
    expect(await contents(text('b', '███ or ████?'), text('a', 'Hello.'), text('c', ' '))).toEqual(['Hello.']);
  });

  it('stands while its words do', async () => {
    const places = [{ artifactId: 'a', start: 0, end: 6 }];
    const stands = (content: string | null) =>
      standsYet({ artifacts: { get: async () => (content === null ? null : { content }) } }, places);
    expect(await stands('Hello. ██')).toBe(true);
    expect(await stands('██████ Hi')).toBe(false);
    expect(await stands(null)).toBe(false);
    expect(await standsYet({ artifacts: { get: async () => null } }, [])).toBe(true);
  });
});

const order = { source: 'chat', warnings: [] } as unknown as IngestOrder;

describe('what a reader is given', () => {
  it('has what was said off the record before the message that it was said before', () => {
    const turn = { role: 'user' as const, name: null, at: null };
    const turns = [
      { start: 0, end: 3, ...turn },
      { start: 4, end: 8, ...turn },
    ];
    const unkept = [{ turn: 1, role: 'assistant' as const, name: null, content: 'Between us?' }];
    const given = sourceText('Hi.\nYes.', { ...order, turns, unkept }, []);
    expect(given).not.toHaveProperty('before');
    expect(given.turns?.map((one) => one.unkept)).toEqual([
      undefined,
      [{ role: 'assistant', name: null, content: 'Between us?' }],
    ]);
  });

  it('has no place in a talk without a session', () => {
    const ingest = { traceId: 'a trace', createdAt: NOON } as Parameters<typeof sessionPlace>[0];
    expect(sessionPlace(ingest, order)).toBeNull();
    expect(sessionPlace(ingest, { ...order, sessionId: 's' })).toEqual(place);
  });
});
