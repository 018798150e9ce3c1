import { describe, expect, inject, it } from 'vitest';
import { accepted } from './accepted.js';
import { breakingChanges, type Document } from './compare-documents.js';
import { compareSchemas, type Side } from './compare-schemas.js';
import { lastKept } from './kept.js';
import type { Schema } from './schema.js';

const between = (side: Side, before: Schema, after: Schema) =>
  compareSchemas({ before, after }, '', { side, before: {}, after: {}, open: new Set() });
const withMembers = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const text: Schema = { type: 'string' };
const nullable: Schema = { anyOf: [text, { type: 'null' }] };

describe('a change of what is sent', () => {
  it.each<[string, Schema, Schema]>([
    ['/a is gone', withMembers({ a: text }), withMembers({})],
    ['/b is new and required', withMembers({}), withMembers({ b: text }, ['b'])],
    ['/a is required now', withMembers({ a: text }), withMembers({ a: text }, ['a'])],
    ['/ no longer takes "y"', { enum: ['x', 'y'] }, { enum: ['x', 'z'] }],
    ['/ takes only ["x"]', text, { type: 'string', enum: ['x'] }],
    ['/ has the maximum 5, it was 9', { maximum: 9 }, { maximum: 5 }],
    ['/ has the minLength 1, it was anything', text, { ...text, minLength: 1 }],
    ['/ has the pattern "^a", it was anything', text, { ...text, pattern: '^a' }],
    ['/ has the default 5, it was 20', { default: 20 }, { default: 5 }],
    ['/ takes no members that it does not name', {}, { additionalProperties: false }],
    ['/ has the type "string", it was "null"', nullable, text],
    ['/ has the type "integer", it was "number"', { type: 'number' }, { type: 'integer' }],
    ['[] has the type "number", it was "string"', { items: text }, { items: { type: 'number' } }],
    ['/ has another condition', { allOf: [] }, { allOf: [{ pattern: 'a' }] }],
  ])('breaks: %s', (change, before, after) => {
    expect(between('request', before, after)).toEqual([change]);
  });

  it.each<[string, Schema, Schema]>([
    ['a new member that may be left out', withMembers({}), withMembers({ b: text })],
    ['a member that may be left out now', withMembers({ a: text }, ['a']), withMembers({ a: text })],
    ['another value', { enum: ['x'] }, { enum: ['x', 'y'] }],
    ['wider bounds', { minimum: 1, maximum: 5 }, { minimum: 0, maximum: 9 }],
    ['null too', text, nullable],
    ['any number', { type: 'integer' }, { type: 'number' }],
  ])('does not break: %s', (_, before, after) => {
    expect(between('request', before, after)).toEqual([]);
  });
});

describe('a change of what is answered', () => {
  it.each<[string, Schema, Schema]>([
    ['/a is gone', withMembers({ a: text }), withMembers({ renamed: text })],
    ['/a may be left out now', withMembers({ a: text }, ['a']), withMembers({ a: text })],
    ['/ has the type "null", it was "string"', text, nullable],
    ['/ has the type "number", it was "integer"', { type: 'integer' }, { type: 'number' }],
    ['/a/b is gone', withMembers({ a: withMembers({ b: text }) }), withMembers({ a: withMembers({}) })],
  ])('breaks: %s', (change, before, after) => {
    expect(between('answer', before, after)).toEqual([change]);
  });

  it.each<[string, Schema, Schema]>([
    ['a new member', withMembers({}), withMembers({ b: text }, ['b'])],
    ['a member that is always there now', withMembers({ a: text }), withMembers({ a: text }, ['a'])],
    ['another value', { enum: ['x'] }, { enum: ['x', 'y'] }],
    ['never null any more', nullable, text],
  ])('does not break: %s', (_, before, after) => {
    expect(between('answer', before, after)).toEqual([]);
  });

  it('ends with schemas that hold themselves', () => {
    const tree = { Tree: withMembers({ next: { $ref: '#/components/schemas/Tree' }, leaf: text }) };
    const bare = { Tree: withMembers({ next: { $ref: '#/components/schemas/Tree' } }) };
    const schema = { $ref: '#/components/schemas/Tree' };
    const setting = { side: 'answer' as const, before: tree, after: bare, open: new Set<string>() };
    expect(compareSchemas({ before: schema, after: schema }, '', setting)).toEqual(['/leaf is gone']);
  });
});

describe('the document of today', () => {
  const { version, document } = lastKept();
  const today = async () => (await (await fetch(`${inject('gatewayUrl')}/openapi.json`)).json()) as Document;

  it(`breaks no caller of ${version}, but where that is meant`, async () => {
    const changes = breakingChanges(document, await today());
    expect(changes.sort()).toEqual(accepted.map(({ change }) => change).sort());
  });

  it('would be found to lack an operation, a name, a parameter, a status and a header', async () => {
    const poorer = structuredClone(document);
    const { paths } = poorer;
    delete paths['/validate'];
    const create = paths['/memories']?.post;
    const list = paths['/memories']?.get;
    const read = paths['/memories/{id}']?.get;
    const ingest = paths['/ingest']?.post;
    if (!create || !list || !read || !ingest) throw new Error('the kept document lacks memories');
    create.operationId = 'addMemory';
    create.parameters.push({ name: 'x-key', in: 'header', required: true, schema: {} });
    list.parameters = list.parameters.filter(({ name }) => name !== 'tier');
    delete read.responses[200]?.headers?.ETag;
    delete ingest.responses[202];
    delete ingest.requestBody;
    expect(breakingChanges(document, poorer).sort()).toEqual([
      'createMemory: is called addMemory',
      'createMemory: parameter header x-key is required now',
      'getMemory: answer 200 the header ETag is gone',
      'ingest: answer 202 is gone',
      'ingest: request the body is gone',
      'listMemories: parameter query tier is gone',
      'validateClaim: POST /validate is gone',
    ]);
  });
});
