import type { ProblemName } from '@hippocamp/shared/problems';
import { describe, expect, inject, it } from 'vitest';
import { createApi } from './client.js';
import { expectNoFailure, expectRefused } from './expectations.js';
import { expectPartsRefused, good, goodWith, nested } from './refusal.js';

const text = (value: unknown) => JSON.stringify(value);

describe('a body that is no JSON object', () => {
  it.each<[string, string, ProblemName]>([
    ['broken', '{"x":', 'malformed-json'],
    ['cut short', JSON.stringify(good).slice(0, -1), 'malformed-json'],
    ['followed by more', `${JSON.stringify(good)}{}`, 'malformed-json'],
    ['in single quotes', "{'tier':'episodic'}", 'malformed-json'],
    ['with a trailing comma', '{"tier":"episodic",}', 'malformed-json'],
    ['with a comment', '{/* */"tier":"episodic"}', 'malformed-json'],
    ['with NaN', goodWith('importanceScore', 'NaN'), 'malformed-json'],
    ['with Infinity', goodWith('importanceScore', 'Infinity'), 'malformed-json'],
    ['with undefined', goodWith('importanceScore', 'undefined'), 'malformed-json'],
    ['with a control character', goodWith('content', '"a\nb"'), 'malformed-json'],
    ['null', 'null', 'malformed-json'],
    ['a number', '42', 'malformed-json'],
    ['a string', '"x"', 'malformed-json'],
    ['true', 'true', 'malformed-json'],
    ['only white space', '   ', 'malformed-json'],
    ['an array', JSON.stringify([good]), 'validation-failed'],
    ['an empty array', '[]', 'validation-failed'],
    ['a million deep', `{"metadata":${nested(450_000)}}`, 'validation-failed'],
    ['ten thousand deep', goodWith('metadata', `{"a":${nested(10_000)}}`), 'validation-failed'],
    ['33 deep', goodWith('metadata', `{"a":${nested(32)}}`), 'validation-failed'],
  ])('is refused: %s', async (_name, body, problem) => {
    const { body: answered } = await expectPartsRefused({ body }, problem);
    expect(JSON.stringify(answered)).not.toContain('Must not be stored');
  });

  it('may be empty only where nothing is needed', async () => {
    await expectPartsRefused({ body: '' }, 'validation-failed');
    await expectPartsRefused({ headers: { 'content-length': '0' } }, 'validation-failed');
    await expectPartsRefused({ target: '/ingest' }, 'validation-failed');
  });
});

describe('a member that does not fit', () => {
  const uuid = '0195f0a0-0000-7000-8000-000000000000';
  it.each(
    [
      ['content', 'null', '/content'],
      ['content', '42', '/content'],
      ['content', '["x"]', '/content'],
      ['content', '""', '/content'],
      ['content', '" \\n\\t\\u00a0"', '/content'],
      ['content', '"\\u200b\\u2060\\ufeff"', '/content'],
      ['content', '"a\\u0000b"', '/content'],
      ['content', '"a\\ud800b"', '/content'],
      ['content', '"\\udc00\\ud800"', '/content'],
      ['content', text('😀'.repeat(50_001)), '/content'],
      ['content', text('x'.repeat(50_001)), '/content'],
      ['context', '"\\u0000"', '/context'],
      ['context', text('x'.repeat(501)), '/context'],
      ['tier', 'null', '/tier'],
      ['tier', '"SEMANTIC"', '/tier'],
      ['tier', '["semantic"]', '/tier'],
      ['tags', '"a"', '/tags'],
      ['tags', 'null', '/tags'],
      ['tags', '{"0":"a"}', '/tags'],
      ['tags', '[1]', '/tags/0'],
      ['tags', '["a",""]', '/tags/1'],
      ['tags', '["a\\u0000"]', '/tags/0'],
      ['tags', '["\\ud83d"]', '/tags/0'],
      ['tags', text(['x'.repeat(65)]), '/tags/0'],
      ['tags', text(Array.from({ length: 65 }, String)), '/tags'],
      ['tags', text(Array.from({ length: 4000 }, () => 'x')), '/tags'],
      ['importanceScore', '-0.1', '/importanceScore'],
      ['importanceScore', '1.0000001', '/importanceScore'],
      ['importanceScore', '1e400', '/importanceScore'],
      ['importanceScore', '"0.5"', '/importanceScore'],
      ['importanceScore', 'true', '/importanceScore'],
      ['importanceScore', 'null', '/importanceScore'],
      ['metadata', '[]', '/metadata'],
      ['metadata', 'null', '/metadata'],
      ['metadata', '"{}"', '/metadata'],
      ['metadata', '{"a":"\\u0000"}', '/metadata'],
      ['metadata', '{"a\\u0000":1}', '/metadata'],
      ['metadata', '{"a":[{"b":"\\ud800"}]}', '/metadata'],
      ['metadata', '{"\\ud800":1}', '/metadata'],
      ['metadata', '{"a":1e400}', '/metadata'],
      ['metadata', text({ a: Array(60).fill(1e300) }), '/metadata'],
      ['metadata', text({ a: 'x'.repeat(65_536) }), '/metadata'],
      ['metadata', text({ a: 'é'.repeat(32_769) }), '/metadata'],
      ['metadata', text(Object.fromEntries(Array.from({ length: 4001 }, (_, key) => [`k${key}`, 1]))), '/metadata'],
      ['metadata', text({ sessionId: 's'.repeat(257) }), '/metadata/sessionId'],
      ['metadata', text({ sessionId: { a: 's'.repeat(300) } }), '/metadata/sessionId'],
      ['metadata', '{"__proto__":{"polluted":true}}', '/metadata/__proto__'],
      ['__proto__', '{"polluted":true}', '/__proto__'],
      ['ownerEntityId', '"ann"', '/ownerEntityId'],
      ['ownerEntityId', '""', '/ownerEntityId'],
      ['ownerEntityId', text(`{${uuid}}`), '/ownerEntityId'],
      ['ownerEntityId', text(uuid.replaceAll('-', '')), '/ownerEntityId'],
      ['ownerEntityId', text(`urn:uuid:${uuid}`), '/ownerEntityId'],
      ['ownerEntityId', text(` ${uuid}`), '/ownerEntityId'],
      ['sourceArtifactId', '1', '/sourceArtifactId'],
      ['sourceEventId', '{}', '/sourceEventId'],
      ['occurredAt', '"2025-02-30T00:00:00Z"', '/occurredAt'],
      ['occurredAt', '"2025-01-01"', '/occurredAt'],
      ['occurredAt', '"2025-01-01T00:00:00"', '/occurredAt'],
      ['occurredAt', '"2025-01-01T24:00:00Z"', '/occurredAt'],
      ['occurredAt', '"2016-12-31T23:59:60Z"', '/occurredAt'],
      ['occurredAt', '"infinity"', '/occurredAt'],
      ['occurredAt', '"now"', '/occurredAt'],
      ['occurredAt', '"+294277-01-01T00:00:00Z"', '/occurredAt'],
      ['occurredAt', '"9999-12-31T23:59:59Z"', '/occurredAt'],
      ['occurredAt', '"-001000-01-01T00:00:00Z"', '/occurredAt'],
      ['occurredAt', '"0000-01-01T00:00:00Z"', '/occurredAt'],
      ['occurredAt', '"0001-01-01T00:00:00+23:59"', '/occurredAt'],
      ['occurredAt', '1767323045000', '/occurredAt'],
    ].map(([member = '', value = '', path]) => ({ member, value, path, name: `${member} = ${value}`.slice(0, 60) })),
  )('is refused by name: $name', async ({ member, value, path }) => {
    const { body } = await expectPartsRefused({ body: goodWith(member, value) }, 'validation-failed');
    expect((body as { errors: { path: string }[] }).errors.map((error) => error.path)).toEqual([path]);
  });

  it('is named with all others that do not fit', async () => {
    const answer = await createApi(inject('gatewayUrl')).post('/memories', { tier: 'x', tags: ['', 1], metadata: [] });
    expectRefused(answer, '/tier', '/content', '/tags/0', '/tags/1', '/metadata');
  });
});

describe('a time at the edge of what can be stored', () => {
  it.each([
    '0001-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0000-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59-12:00',
  ])('is taken or refused, and never fails: %s', async (time) => {
    const api = createApi(inject('gatewayUrl'));
    const encoded = encodeURIComponent(time);
    for (const answer of [
      await api.post('/memories', { ...good, occurredAt: time }),
      await api.post('/ingest', { content: 'Ann lives in Oslo.', source: 'note', occurredAt: time }),
      await api.post('/memories/query', { text: 'x', asOf: time }),
      await api.post('/memories/query', { text: 'x', createdAfter: time, createdBefore: time }),
      await api.post('/memories/delete', { createdAfter: time, createdBefore: time }),
      await api.get(`/memories?createdAfter=${encoded}`),
      await api.get(`/memories?createdBefore=${encoded}`),
    ]) {
      expectNoFailure(answer, time);
      if (answer.status >= 400) expectRefused(answer);
    }
  });
});
