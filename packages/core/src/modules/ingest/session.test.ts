import { MOST_CONTEXT_SOURCES } from '@hippocamp/shared/schemas/memories';
import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../ports/extractor.js';
import type {
  ArtifactRepository,
  DrawnMemory,
  IngestOrder,
  IngestRepository,
  SessionStep,
  SessionText,
  TenantRepositories,
} from '../../ports/records.js';
import { NOON, newIngest, orderOf, tenantNamed } from '../../testing/builders.js';
import { createAgeingRules } from '../ageing/rules.js';
import { NotYet } from '../outbox/failures.js';
import { defaultPolicies } from '../policies.js';
import type { Accepted } from './ingest-work.js';
import {
  awaitTurn,
  type EarlierWords,
  earlierWords,
  LONGEST_WAIT,
  noEarlierWords,
  saidBefore,
  sessionPlace,
  sourcesOf,
  sourceText,
  standsYet,
  withoutGone,
} from './session.js';
import { candidateMemory } from './store-decisions.js';

const ago = (milliseconds: number) => new Date(NOON.getTime() - milliseconds);
const place = { traceId: 'a trace', createdAt: NOON, sessionId: 's', ownerEntityId: null };

const processing = (since: number): SessionStep => ({
  state: 'processing',
  createdAt: ago(since),
  finishedAt: null,
});
const ended = (since: number, state: 'done' | 'failed' = 'done'): SessionStep => ({
  state,
  createdAt: ago(60_000),
  finishedAt: ago(since),
});

const turnAfter = async (...steps: SessionStep[]) => {
  try {
    return (await awaitTurn({ stepsBefore: async () => steps }, place, NOON)).map(({ code }) => code);
  } catch (error) {
    if (error instanceof NotYet) return error.milliseconds;
    throw error;
  }
};

describe('the turn of an ingest in its session', () => {
  it('is at once where none is before it, or the one before it has ended', async () => {
    expect(await turnAfter()).toEqual([]);
    expect(await turnAfter(ended(0))).toEqual([]);
    expect(await turnAfter(ended(0, 'failed'), processing(10))).toEqual([]);
  });

  it('comes after the one before it, for some seconds', async () => {
    expect(await turnAfter(processing(1_000))).toBe(LONGEST_WAIT - 1_000);
    expect(await turnAfter(processing(LONGEST_WAIT))).toEqual(['session_order']);
  });

  it('is waited for from when that of the first of those who wait came', async () => {
    expect(await turnAfter(processing(100), processing(9_000), ended(2_000))).toBe(LONGEST_WAIT - 2_000);
    expect(await turnAfter(processing(100), processing(1_000), ended(30_000))).toBe(LONGEST_WAIT - 1_000);
    expect(await turnAfter(processing(100), processing(9_000), ended(6_000))).toEqual(['session_order']);
  });
});

const text = (artifactId: string, content: string, turns?: object[]): SessionText => ({
  artifactId,
  content,
  request: orderOf(turns ? { turns } : {}),
});

const before = (...texts: SessionText[]) =>
  saidBefore({ textsBefore: async () => texts } as unknown as IngestRepository, place);
const contents = async (...texts: SessionText[]) => (await before(...texts)).map(({ content }) => content);

/** A text that notes where each part that is cut out of it begins. */
const lookedAt = (part: string) => {
  const looked: number[] = [];
  const slice = (start: number) => {
    looked.push(start);
    return part;
  };
  return { content: { length: 40, slice } as unknown as string, looked };
};

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

  it('looks at no more of an earlier text than all of it once, however many messages are said to hold it', async () => {
    const { content, looked } = lookedAt(' ');
    const whole = { start: 0, end: 8, role: 'user', name: null };
    const given = text('a', content, [...Array.from({ length: 1000 }, () => whole), whole]);
    expect(await before(given)).toEqual([]);
    expect(looked).toEqual([0]);
    expect(await before(text('a', 'A note.', Array.from({ length: 1000 }, () => 0) as unknown as object[]))).toEqual(
      [],
    );
  });

  it('looks at no more messages of a text than are told', async () => {
    const { content, looked } = lookedAt('Yes.');
    const turns = Array.from({ length: 8 }, (_, place) => ({
      start: 5 * place,
      end: 5 * place + 4,
      role: 'user',
      name: null,
    }));
    expect(await before(text('a', content, turns))).toHaveLength(6);
    expect(looked).toEqual([35, 30, 25, 20, 15, 10]);
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

  it('looks at each message off the record once', () => {
    let looked = 0;
    const unkept = Array.from({ length: 300 }, (_, turn) => ({
      ...{ role: 'user' as const, name: null, content: 'x' },
      get turn() {
        looked += 1;
        return turn;
      },
    }));
    const turns = unkept.map((_, place) => ({ start: place, end: place, role: 'user' as const, name: null, at: null }));
    expect(sourceText('', { ...order, turns, unkept }, []).turns?.every((one) => one.unkept?.length === 1)).toBe(true);
    expect(looked).toBeLessThanOrEqual(4 * unkept.length);
  });

  it('has no place in a talk without a session', () => {
    const ingest = { traceId: 'a trace', createdAt: NOON } as Parameters<typeof sessionPlace>[0];
    expect(sessionPlace(ingest, order)).toBeNull();
    expect(sessionPlace(ingest, { ...order, sessionId: 's' })).toEqual(place);
  });
});

const question = 'Are you allergic to anything?';
const asked = { artifactId: 'asked', start: 10, end: 10 + question.length };
const places = [{ artifactId: 'note', start: 0, end: 40 }, asked];
const said = 'Peanuts. And dust.';

const answer: Extraction = {
  ...{ content: `Asked "${question}": Peanuts.`, memoryType: 'semantic', importance: 0.5, confidence: 0.9, tags: [] },
  ...{ sourceSpan: 'Peanuts.', start: 0, end: 8, rationale: 'test', context: null, contextBefore: question },
};
const plain: Extraction = { ...answer, content: 'And dust.', sourceSpan: 'And dust.', start: 9, end: 18 };
delete plain.contextBefore;

const stage = (contents: Record<string, string>, drawn: DrawnMemory[] = []) =>
  ({
    artifacts: { get: async (id: string) => (contents[id] === undefined ? null : { content: contents[id] }) },
    memories: { drawnFrom: async () => drawn },
  }) as unknown as Pick<TenantRepositories, 'artifacts' | 'memories'> & { artifacts: ArtifactRepository };

const there = { note: 'x'.repeat(40), asked: `Good day. ${question}` };

const rowOf = (extraction: Extraction, earlier: EarlierWords = { places, spoken: [] }) => {
  const kept = { stems: [], selfNames: [] };
  const decision = { extraction, memoryId: 'it', replaced: [], replacedBy: null, kept } as unknown as Accepted;
  return candidateMemory(decision, [], {
    ...{ text: said, tenant: tenantNamed('acme'), extractorVersion: 'test', replacedWithin: new Map(), now: NOON },
    ...{ ingest: newIngest('trace', { request: { source: 'chat', metadata: {} } }), earlier },
    ageing: createAgeingRules(defaultPolicies),
  });
};

describe('words of earlier messages', () => {
  it('stay in what is found while they stand there', async () => {
    expect(await withoutGone(stage(there), [answer, plain], places)).toBeNull();
    expect(await withoutGone(stage({}), [plain], places)).toBeNull();
  });

  it('go from it where they are gone', async () => {
    const gone = await withoutGone(stage({ note: there.note }), [answer, plain], places);
    const [left, other] = gone?.extractions ?? [];
    expect(gone?.places).toEqual([places[0]]);
    expect(left?.content).toBe('Asked "███ ███ ████████ ██ ████████?": Peanuts.');
    expect(left).not.toHaveProperty('contextBefore');
    expect(other).toEqual(plain);
  });

  it('go only from what it quotes', async () => {
    const content = 'Asked "Are you allergic?": Peanuts, are they?';
    const quoting = { ...answer, content, quotedUntil: content.indexOf('Peanuts') };
    const gone = async (one: Extraction) => (await withoutGone(stage({}), [one], places))?.extractions[0]?.content;
    expect(await gone({ ...quoting, contextBefore: 'Are they?' })).toBe(
      'Asked "███ you allergic?": Peanuts, are they?',
    );
    expect(await gone({ ...quoting, quotedUntil: 0 })).toBe(content);
  });

  it('go with all that it quotes, but its own, where nothing else tells them', async () => {
    const content = 'Peanuts? Asked "Are you allergic?": Peanuts, are they?';
    const quoting = { ...plain, content, sourceSpan: 'Peanuts.', quotedUntil: content.lastIndexOf('Peanuts') };
    const [left] = (await withoutGone(stage({}), [quoting], places))?.extractions ?? [];
    expect(left?.content).toBe('Peanuts? █████ "███ ███ ████████?": Peanuts, are they?');
    await expect(earlierWords(stage({}), [quoting], places)).rejects.toThrow('deleted meanwhile');
    const { contextSourceIds } = rowOf(quoting, await earlierWords(stage(there), [quoting], places));
    expect(contextSourceIds).toEqual(['asked', 'note']);
  });

  it('hold nothing up once they are taken out, and their text is known as read before while it is there', async () => {
    const quoting = { ...plain, content: `Asked "${question}": And dust.`, quotedUntil: question.length + 10 };
    const half = stage({ ...there, asked: `Good day. ${'█'.repeat(question.length)}` });
    const gone = await withoutGone(half, [quoting], places);
    if (!gone) throw new Error('all of it stands');
    expect(gone.places).toEqual([places[0], { ...asked, start: asked.end }]);
    const { contextSourceIds } = rowOf(quoting, await earlierWords(half, gone.extractions, gone.places));
    expect(contextSourceIds).toEqual(['asked', 'note']);
    expect(await withoutGone(half, gone.extractions, gone.places)).toBeNull();
    expect((await withoutGone(stage({ note: there.note }), gone.extractions, gone.places))?.places).toEqual([
      places[0],
    ]);
    expect((await withoutGone(stage({}), gone.extractions, gone.places))?.places).toEqual([]);
  });

  it('are not stored once they are gone', async () => {
    const gone = earlierWords(stage({ ...there, asked: '█'.repeat(60) }), [answer], places);
    await expect(gone).rejects.toThrow('deleted meanwhile');
    expect(await earlierWords(stage({}), [plain], places)).toEqual(noEarlierWords);
  });

  it('are those of the texts and memories that they reach', async () => {
    const drawn = (id: string, sourceArtifactId: string, start: number) =>
      ({ id, sourceArtifactId, span: { start, end: start + 5 } }) satisfies DrawnMemory;
    const all = [drawn('one', 'note', 0), drawn('two', 'asked', 0), drawn('three', 'asked', 12)];
    const earlier = await earlierWords(stage(there, all), [answer], places);
    expect(sourcesOf(earlier, question.length)).toEqual({ textIds: ['asked'], memoryIds: ['three'] });
    const reached = { textIds: ['asked', 'note'], memoryIds: ['one', 'three'] };
    expect(sourcesOf(earlier, question.length + 1)).toEqual(reached);
  });

  it('are not quoted where their texts became more memories than are looked at', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ id: `${at}`, sourceArtifactId: 'asked', span: asked }));
    const earlier = await earlierWords(stage(there, many), [answer], places);
    expect(rowOf(answer, earlier)).toMatchObject({ context: null, contextSourceIds: ['asked'] });
  });

  it('are not quoted where more memories have a place in them than a context can name', async () => {
    const earlierOf = (count: number) => ({
      places,
      spoken: Array.from({ length: count }, (_, at) => ({ memoryId: `memory ${at}`, place: asked })),
    });
    const named = rowOf(answer, earlierOf(MOST_CONTEXT_SOURCES - 1));
    expect(named.context).toBe(question);
    expect(named.contextSourceIds).toHaveLength(MOST_CONTEXT_SOURCES);
    // The text remains: what is stored may quote it.
    expect(rowOf(answer, earlierOf(MOST_CONTEXT_SOURCES))).toMatchObject({
      context: null,
      contextSourceIds: ['asked'],
    });
    expect(rowOf(plain, earlierOf(MOST_CONTEXT_SOURCES)).contextSourceIds).toEqual([]);
  });
});

describe('the context of a memory', () => {
  it('begins with what was said before the text', () => {
    expect(rowOf(answer)).toMatchObject({ context: question, contextSourceIds: ['asked'] });
    expect(rowOf({ ...answer, context: { start: 0, end: 8 } })).toMatchObject({ context: `${question}\nPeanuts.` });
    expect(rowOf({ ...plain, context: { start: 0, end: 8 } })).toMatchObject({
      context: 'Peanuts.',
      contextSourceIds: [],
    });
  });

  it('is cut to its end', () => {
    const { context } = rowOf({ ...answer, contextBefore: '😀'.repeat(600), context: { start: 0, end: 8 } });
    expect([...(context ?? '')]).toHaveLength(500);
    expect(context?.endsWith('😀\nPeanuts.')).toBe(true);
  });
});
