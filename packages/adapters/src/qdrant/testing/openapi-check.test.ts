import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenApiCheck, openApiCheck } from './openapi-check.js';

const document = {
  paths: {
    '/things/{name}': {
      put: {
        parameters: [
          { name: 'name', in: 'path' },
          { name: 'wait', in: 'query' },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
      },
      get: {},
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['size'],
        properties: {
          size: { type: 'integer', nullable: true },
          other: { anyOf: [{ $ref: '#/components/schemas/Other' }, { nullable: true }] },
        },
      },
      Other: { type: 'object', properties: { on: { type: 'boolean' } } },
    },
  },
};

let check: OpenApiCheck;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'document.json');
  await writeFile(file, JSON.stringify(document));
  check = await openApiCheck(file);
});
afterAll(() => rm(folder, { recursive: true }));

const put = (body: unknown, query: string[] = []) => check({ method: 'PUT', path: '/things/{name}', query, body });

it.each([{ size: 1 }, { size: null }, { size: 1, other: null }, { size: 1, other: { on: true } }])(
  'takes %j',
  (body) => {
    expect(put(body, ['wait'])).toBeNull();
  },
);

it.each([
  undefined,
  {},
  { size: 'x' },
  { size: 1, misspelt: 1 },
  { size: 1, other: { off: true } },
  { size: 1, other: 3 },
])('refuses %j', (body) => {
  expect(put(body)).toContain('PUT /things/{name}');
});

it('refuses parameters, bodies and paths that are not known', () => {
  expect(put({ size: 1 }, ['wiat'])).toContain('wiat');
  expect(check({ method: 'GET', path: '/things/{name}', query: [], body: {} })).toContain('a body');
  expect(check({ method: 'GET', path: '/things', query: [], body: undefined })).toContain('not in the document');
});
