import { compareSchemas, type Side } from './compare-schemas.js';
import type { Schema, Schemas } from './schema.js';

type Content = Record<string, { schema: Schema }>;

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}

interface Described {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { headers?: Record<string, unknown>; content: Content }>;
}

export interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Schemas };
}

interface Both {
  before: Document;
  after: Document;
}

interface Then {
  before: Described;
  after: Described;
}

const schemaChanges = (before: Schema, after: Schema, side: Side, documents: Both) =>
  compareSchemas({ before, after }, '', {
    side,
    before: documents.before.components.schemas,
    after: documents.after.components.schemas,
    open: new Set(),
  });

const contentChanges = (before: Content, after: Content, side: Side, documents: Both): string[] =>
  Object.entries(before).flatMap(([type, { schema }]) => {
    const now = after[type];
    return now ? schemaChanges(schema, now.schema, side, documents) : [`${type} is gone`];
  });

const keyOf = ({ name, in: place }: Parameter) => `${place} ${name}`;

const parameterChanges = ({ before, after }: Then, documents: Both): string[] => {
  const then = new Map(before.parameters.map((one) => [keyOf(one), one]));
  const now = new Map(after.parameters.map((one) => [keyOf(one), one]));
  const asked = [...now].filter(([key, { required }]) => required && !then.get(key)?.required);
  const kept = [...then].flatMap(([key, { schema }]) => {
    const found = now.get(key);
    if (!found) return [`${key} is gone`];
    return schemaChanges(schema, found.schema, 'request', documents).map((change) => `${key} ${change}`);
  });
  return [...asked.map(([key]) => `${key} is required now`), ...kept];
};

const requestChanges = ({ before, after }: Then, documents: Both): string[] => {
  if (!before.requestBody) return after.requestBody ? ['a body is needed now'] : [];
  if (!after.requestBody) return ['the body is gone'];
  return contentChanges(before.requestBody.content, after.requestBody.content, 'request', documents);
};

const answerChanges = ({ before, after }: Then, documents: Both): string[] =>
  Object.entries(before.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { headers = {}, content }]) => {
      const now = after.responses[status];
      if (!now) return [`${status} is gone`];
      const lost = Object.keys(headers).filter((name) => !Object.hasOwn(now.headers ?? {}, name));
      const changes = contentChanges(content, now.content, 'answer', documents);
      return [...lost.map((name) => `the header ${name} is gone`), ...changes].map((change) => `${status} ${change}`);
    });

const operationChanges = (pair: Then, documents: Both): string[] => [
  ...(pair.before.operationId === pair.after.operationId ? [] : [`is called ${pair.after.operationId}`]),
  ...parameterChanges(pair, documents).map((change) => `parameter ${change}`),
  ...requestChanges(pair, documents).map((change) => `request ${change}`),
  ...answerChanges(pair, documents).map((change) => `answer ${change}`),
];

/** Changes that break callers written for `before`, one sentence each, led by the operation. */
export const breakingChanges = (before: Document, after: Document): string[] =>
  Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, then]) => {
      const now = after.paths[path]?.[method];
      if (!now) return [`${then.operationId}: ${method.toUpperCase()} ${path} is gone`];
      const changes = operationChanges({ before: then, after: now }, { before, after });
      return [...new Set(changes)].map((change) => `${then.operationId}: ${change}`);
    }),
  );
