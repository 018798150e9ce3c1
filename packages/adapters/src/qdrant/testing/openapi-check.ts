import { readFile } from 'node:fs/promises';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of known members takes no others here, though Qdrant's document allows them: a misspelt member must not pass. */
const closed = (schema: Json): Json =>
  schema.type === 'object' && isObject(schema.properties) && schema.additionalProperties === undefined
    ? { ...schema, additionalProperties: false }
    : schema;

/** `nullable` of OpenAPI 3.0 as JSON Schema has it; alone it means null and nothing else. */
function withNull({ nullable, ...schema }: Json): Json {
  if (nullable !== true) return schema;
  if (Object.keys(schema).length === 0) return { type: 'null' };
  return { anyOf: [schema, { type: 'null' }] };
}

function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (!isObject(value)) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asJsonSchema(member)]));
  return withNull(closed(members));
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: { 'application/json'?: { schema?: unknown } } };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: unknown;
}

export interface CheckedRequest {
  method: string;
  /** As the document writes it. */
  path: string;
  query: readonly string[];
  body: unknown;
}

/** Tells where a request breaks Qdrant's OpenAPI document; null if nowhere. */
export type OpenApiCheck = (request: CheckedRequest) => string | null;

export async function openApiCheck(file: string): Promise<OpenApiCheck> {
  const { paths, components } = JSON.parse(await readFile(file, 'utf8')) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'qdrant', components: asJsonSchema(components) } as Json);
  const bodies = new Map<string, ValidateFunction>();

  const validatorOf = (key: string, schema: unknown) => {
    const known = bodies.get(key);
    if (known) return known;
    const text = JSON.stringify(asJsonSchema(schema)).replaceAll('"#/components/', '"qdrant#/components/');
    const made = ajv.compile(JSON.parse(text) as Json);
    bodies.set(key, made);
    return made;
  };

  return ({ method, path, query, body }) => {
    const operation = paths[path]?.[method.toLowerCase()];
    if (!operation) return `${method} ${path} is not in the document`;
    const known = operation.parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name) ?? [];
    const strange = query.find((name) => !known.includes(name));
    if (strange) return `${method} ${path}: parameter ${strange}`;
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    if (schema === undefined) return body === undefined ? null : `${method} ${path}: a body`;
    const validate = validatorOf(`${method} ${path}`, schema);
    return validate(body) ? null : `${method} ${path}: ${ajv.errorsText(validate.errors)}`;
  };
}
