import { z } from 'zod';
import { type ProblemName, problemTypes } from '../problems.js';
import { tenantPattern } from '../schemas/common.js';
import { problem } from '../schemas/memories.js';
import { answerExamples, requestExamples } from './examples-of.js';
import { operations } from './table.js';
import { tags } from './tags.js';
import { hasTenant, type Operation, writes } from './types.js';

type Json = Record<string, unknown>;

const commonProblems = (operation: Operation): ProblemName[] => [
  ...operation.problems,
  ...(operation.scope ? (['validation-failed', 'dependency-unavailable', 'unauthorized'] as const) : []),
  ...(hasTenant(operation) ? (['too-many-requests', 'overloaded'] as const) : []),
  ...(operation.adds ? (['quota-reached'] as const) : []),
  ...(writes(operation) ? (['outcome-unknown'] as const) : []),
  ...(operation.body
    ? (['malformed-json', 'payload-too-large', 'unsupported-media-type', 'request-timeout'] as const)
    : []),
  ...(operation.idempotent ? (['idempotency-key-in-use', 'idempotency-key-reused'] as const) : []),
  'forbidden',
  'method-not-allowed',
  'internal',
];

/** Answers may grow; requests are exact. */
const open = ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: Json): Json => {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: io === 'output' ? open : () => {} });
  const {
    $schema: _dialect,
    $defs,
    ...bare
  } = JSON.parse(JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & { $defs?: Json };
  Object.assign(components, $defs ?? {});
  return bare;
};

const problemResponses = (id: string, operation: Operation): Json => {
  const byStatus = new Map<number, ProblemName[]>();
  for (const name of new Set(commonProblems(operation))) {
    const { status } = problemTypes[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.map((name) => problemTypes[name].title).join(' · '),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            ...answerExamples(id, status),
          },
        },
      },
    ]),
  );
};

const text = (description: string): Json => ({ description, schema: { type: 'string' } });

const maybeLater = ({ answers: given }: Operation) => Object.hasOwn(given, 202);

const answerHeaders = (operation: Operation, status: number): Json => ({
  'x-request-id': text('The id of the request in the log: the one that was sent, or one that was made'),
  ...(status === 201 ? { Location: text('Where it can be read') } : {}),
  ...(status === 202
    ? {
        Location: text('Where its state can be read'),
        'Preference-Applied': text('respond-async, where that was asked for'),
      }
    : {}),
  ...(operation.versioned && operation.method !== 'delete' ? { ETag: text('The version, for If-Match') } : {}),
  ...(operation.idempotent
    ? { 'Idempotency-Replayed': text('true where this is the answer of an earlier request') }
    : {}),
});

const answers = (id: string, operation: Operation, components: Json): Json =>
  Object.fromEntries(
    Object.entries(operation.answers).map(([status, schema]) => [
      status,
      {
        description: operation.summary,
        headers: answerHeaders(operation, Number(status)),
        content: {
          [operation.mediaType ?? 'application/json']: {
            schema: schemaOf(schema, 'output', components),
            ...answerExamples(id, Number(status)),
          },
        },
      },
    ]),
  );

const parametersIn = (place: 'path' | 'query', schema: z.ZodType | undefined, components: Json): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...member }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: member,
  }));
};

const header = (name: string, description: string, required = false, pattern?: string): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...(pattern ? { pattern } : {}) },
});

const headers = (operation: Operation): Json[] => [
  ...(hasTenant(operation)
    ? [
        header(
          'x-tenant-id',
          'The tenant that owns the records; left out, or that of the key, where a key is sent',
          false,
          tenantPattern.source,
        ),
      ]
    : []),
  ...(operation.idempotent
    ? [
        header(
          'Idempotency-Key',
          'Repeats of the same request get the first answer for 24 h',
          false,
          '^[\\x21-\\x7e]{1,255}$',
        ),
      ]
    : []),
  ...(operation.versioned && operation.method !== 'get' && operation.method !== 'post'
    ? [header('If-Match', 'The ETag that was read; 412 when the record has changed since')]
    : []),
  ...(maybeLater(operation)
    ? [
        header(
          'Prefer',
          'respond-async answers 202 at once, without it the result is awaited; wait=<seconds> says how long, and for a language model too',
        ),
      ]
    : []),
  ...Object.entries(operation.headers ?? {}).map(([name, description]) =>
    header(name, description, true, tenantPattern.source),
  ),
];

const describe = (id: string, operation: Operation, components: Json): Json => ({
  operationId: id,
  summary: operation.summary,
  tags: [operation.tag],
  ...(operation.scope ? { security: hasTenant(operation) ? [{ key: [] }, {}] : [{ key: [] }] } : {}),
  parameters: [
    ...parametersIn('path', operation.params, components),
    ...parametersIn('query', operation.query, components),
    ...headers(operation),
  ],
  ...(operation.body
    ? {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: schemaOf(operation.body, 'input', components), ...requestExamples(id) },
          },
        },
      }
    : {}),
  ...(operation.lines
    ? {
        requestBody: {
          required: true,
          content: {
            'application/x-ndjson': {
              schema: { type: 'string', format: 'binary', description: 'Lines of an export, as a stream of bytes' },
            },
          },
        },
      }
    : {}),
  responses: { ...problemResponses(id, operation), ...answers(id, operation, components) },
});

export function openApiDocument(version: string): Json {
  const components: Json = {};
  schemaOf(z.object({ problem }), 'output', components);
  const paths: Record<string, Json> = {};
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(id, operation, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hippocamp',
      version,
      description: 'A self-hosted, multi-tenant memory service for software agents.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that answers this document' }],
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key, `hc_<id>_<secret>`. Asked for where the setting AUTH_MODE says so, and always by /operator.',
        },
      },
    },
  };
}
