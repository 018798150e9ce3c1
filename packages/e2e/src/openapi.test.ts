import { operations } from '@hippocamp/shared/operations/table';
import { hasTenant, type Operation } from '@hippocamp/shared/operations/types';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type ApiAnswer, createApi } from './client.js';

interface Schema {
  [keyword: string]: unknown;
}
interface Media {
  schema: Schema;
}
interface Described {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; headers?: Record<string, unknown>; content: Record<string, Media> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

let document: Document;
let described: [string, string, Described][];
beforeAll(async () => {
  document = (await (await fetch(`${inject('gatewayUrl')}/openapi.json`)).json()) as Document;
  described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, Described] => [path, method, operation]),
  );
});

/** Headers that any answer may have, so the document does not list them. */
const ofHttp = [
  'date',
  'connection',
  'keep-alive',
  'cache-control',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Keywords of JSON Schema 2020-12 that the document may use, with a check of their value. */
const keywords: Record<string, (value: unknown) => boolean> = {
  $ref: (value) => typeof value === 'string' && value.startsWith('#/components/schemas/'),
  type: (value) => [value].flat().every((name) => types.includes(String(name))),
  properties: (value) => typeof value === 'object',
  required: Array.isArray,
  additionalProperties: (value) => ['boolean', 'object'].includes(typeof value),
  propertyNames: (value) => typeof value === 'object',
  items: (value) => typeof value === 'object',
  anyOf: Array.isArray,
  allOf: Array.isArray,
  oneOf: Array.isArray,
  enum: Array.isArray,
  const: () => true,
  default: () => true,
  description: (value) => typeof value === 'string',
  format: (value) => typeof value === 'string',
  pattern: (value) => typeof value === 'string' && Boolean(new RegExp(value, 'u')),
  id: (value) => typeof value === 'string',
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'maxProperties'].map(
      (name) => [name, (value: unknown) => typeof value === 'number'],
    ),
  ),
};

const inner = (schema: Schema): Schema[] =>
  [
    ...Object.values((schema.properties as Record<string, Schema>) ?? {}),
    ...[schema.items, schema.additionalProperties, schema.propertyNames].filter((one) => typeof one === 'object'),
    ...['anyOf', 'allOf', 'oneOf'].flatMap((name) => (schema[name] as Schema[]) ?? []),
  ] as Schema[];

const flaws = (schema: Schema, at: string): string[] => {
  const own = Object.entries(schema).flatMap(([keyword, value]) =>
    keywords[keyword]?.(value) ? [] : [`${at}: ${keyword} = ${JSON.stringify(value)}`],
  );
  const target = schema.$ref as string | undefined;
  const dangling = target && !document.components.schemas[target.split('/').at(-1) ?? ''] ? [`${at}: ${target}`] : [];
  const names = Object.keys((schema.properties as object) ?? {});
  const lost = ((schema.required as string[]) ?? []).filter((name) => !names.includes(name));
  return [
    ...own,
    ...dangling,
    ...lost.map((name) => `${at}: requires ${name}`),
    ...inner(schema).flatMap((one) => flaws(one, at)),
  ];
};

describe('/openapi.json', () => {
  it('is an OpenAPI 3.1 document', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toBe('Hippocamp');
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/);
    const members = ['components', 'info', 'openapi', 'paths', 'security', 'servers', 'tags'];
    expect(Object.keys(document).sort()).toEqual(members);
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
  });

  it('names every operation of the table at its place, once', () => {
    for (const [id, { path, method }] of Object.entries<Operation>(operations))
      expect(document.paths[path]?.[method]?.operationId).toBe(id);
    expect(described.map(([, , { operationId }]) => operationId).sort()).toEqual(Object.keys(operations).sort());
  });

  it('has a parameter for each part of a path, and no name twice', () => {
    for (const [path, , { parameters }] of described) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort());
      expect(inPath.every(({ required }) => required)).toBe(true);
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('asks for the tenant where it is needed, and for keys and versions where they count', () => {
    for (const [, , { operationId, parameters }] of described) {
      const operation: Operation = operations[operationId as keyof typeof operations];
      const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
      expect(headers.includes('x-tenant-id'), operationId).toBe(hasTenant(operation));
      expect(headers.includes('Idempotency-Key'), operationId).toBe(operation.idempotent === true);
      const changing = ['updateMemory', 'deleteMemory', 'updateEntity', 'deleteEntity'];
      expect(headers.includes('If-Match'), operationId).toBe(changing.includes(operationId));
    }
  });

  it('describes a body where there is one, and every answer', () => {
    for (const [, method, { operationId, requestBody, responses }] of described) {
      expect(requestBody !== undefined, operationId).toBe(method === 'post' || method === 'patch');
      expect(
        Object.keys(responses).some((status) => status.startsWith('2')),
        operationId,
      ).toBe(true);
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description).not.toBe('');
        const types = Object.keys(content);
        expect(types).toHaveLength(1);
        if (Number(status) >= 400 && !(operationId === 'ready' && status === '503'))
          expect(types).toEqual(['application/problem+json']);
      }
    }
  });

  it('names the headers that answers have', async () => {
    const api = createApi(inject('gatewayUrl'));
    const memory = { tier: 'semantic', content: 'The kettle is blue.' };
    const key = { 'idempotency-key': 'once' };
    const expectNamed = ({ status, headers }: ApiAnswer, operationId: string, names: readonly string[]) => {
      const found = described.find(([, , one]) => one.operationId === operationId)?.[2].responses[status];
      const named = Object.keys(found?.headers ?? {}).map((name) => name.toLowerCase());
      const sent = [...headers.keys()].filter((name) => !ofHttp.includes(name) && !name.startsWith('content-'));
      expect(sent).toEqual(expect.arrayContaining([...names]));
      expect(named).toEqual(expect.arrayContaining(sent));
    };
    const created = await api.post('/memories', memory, key);
    expectNamed(created, 'createMemory', ['location', 'etag', 'x-request-id']);
    expectNamed(await api.post('/memories', memory, key), 'createMemory', ['idempotency-replayed']);
    expectNamed(await api.get(`/memories/${created.body.data.id}`), 'getMemory', ['etag']);
    const note = { content: 'Ann lives in Turku.', source: 'note' };
    const later = await api.post('/ingest', note, { prefer: 'respond-async' });
    expectNamed(later, 'ingest', ['location', 'preference-applied']);
  });

  it('has schemas that are JSON Schema, and whose references lead somewhere', () => {
    const used = described.flatMap(([, , { operationId, parameters, requestBody, responses }]): [string, Schema][] => [
      ...parameters.map(({ name, schema }): [string, Schema] => [`${operationId} ${name}`, schema]),
      ...Object.values({ ...requestBody?.content }).map(({ schema }): [string, Schema] => [operationId, schema]),
      ...Object.values(responses).flatMap(({ content }) =>
        Object.values(content).map(({ schema }): [string, Schema] => [operationId, schema]),
      ),
    ]);
    const found = [...Object.entries(document.components.schemas), ...used].flatMap(([at, schema]) =>
      flaws(schema, at),
    );
    expect([...new Set(found)]).toEqual([]);
  });
});
