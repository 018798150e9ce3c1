import { openApiDocument } from '@hippocamp/shared/operations/openapi';
import fc from 'fast-check';
import { nearly, odd } from './mutations.js';

/** The keywords that the document uses for requests. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

interface Described {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export const openApi = openApiDocument('0') as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

const known = (schema: Schema): Schema =>
  schema.$ref ? (openApi.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/** Only a few members appear at a time, since many exclude each other. */
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const words = [
  'Ann lives in Turku.',
  'the old boat',
  'tea',
  'Where does Ben work?',
  'é',
  '日本',
  '😀 ok',
  'a-b',
  '%',
  "it's",
];

const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Generated texts for each pattern of the document; a new pattern needs an entry. */
const fitting: Record<string, fc.Arbitrary<string>> = {
  '^[A-Za-z0-9._:@-]{1,128}$': fc.stringMatching(/^[A-Za-z0-9._:@-]{1,12}$/),
  '^[\\x21-\\x7e]{1,255}$': fc.stringMatching(/^[\x21-\x7e]{1,12}$/),
  '^[0-9a-f]{16}$': fc.stringMatching(/^[0-9a-f]{16}$/),
};

const text = ({ format, pattern, minLength = 0, maxLength = 60 }: Schema, ids: readonly string[]) => {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'date-time') return time;
  if (pattern !== undefined) {
    const found = fitting[pattern];
    if (!found) throw new Error(`made-requests.ts knows no text for the pattern ${pattern}`);
    return found;
  }
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
  return fc.oneof(
    fc.constantFrom(...words).map((word) => word.slice(0, maxLength)),
    fc.string({ unit: 'grapheme', ...bounds }),
  );
};

const record = (
  { properties, required = [], additionalProperties }: Schema,
  ids: readonly string[],
): fc.Arbitrary<object> => {
  if (!properties) {
    const value =
      typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
        ? valuesOf(additionalProperties, ids)
        : fc.jsonValue({ maxDepth: 1 });
    return fc.dictionary(fc.constantFrom('a', 'sessionId', 'b c'), value, { maxKeys: 2 });
  }
  const members = Object.entries(properties).map(([name, member]) => {
    const value = valuesOf(member, ids);
    return [name, required.includes(name) ? value : seldom(value)] as const;
  });
  return fc.record(Object.fromEntries(members)).map((made) => JSON.parse(JSON.stringify(made)));
};

function valuesOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const one = known(schema);
  const { type, enum: named, anyOf, items = {}, minItems = 0, maxItems = 3, minimum = 0, maximum = 1e6 } = one;
  if ('const' in one) return fc.constant(one.const);
  if (named) return fc.constantFrom(...named);
  if (anyOf) return fc.oneof(...anyOf.map((each) => valuesOf(each, ids)));
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => valuesOf({ ...one, type: each }, ids)));
  if (type === 'string') return text(one, ids);
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array')
    return fc.array(valuesOf(items, ids), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) });
  return type === 'object' ? record(one, ids) : fc.jsonValue({ maxDepth: 1 });
}

const namesIn = (schema: Schema): string[] => {
  const { properties = {}, items } = known(schema);
  const inside = Object.values(properties).flatMap((member) => (member.items ? namesIn(member.items) : []));
  return [...Object.keys(properties), ...inside, ...(items ? namesIn(items) : [])];
};

export interface MadeRequest {
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  isAsMade: boolean;
}

type Named = Record<string, string>;

/** Values for headers whose schema has no pattern. */
const headerTexts: Named = { 'If-Match': '"1"', Prefer: 'respond-async' };
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const parameters = (all: readonly Parameter[], place: Parameter['in'], ids: readonly string[]): fc.Arbitrary<Named> => {
  const members = all
    .filter((one) => one.in === place && one.name !== 'x-tenant-id')
    .map(({ name, required, schema }) => {
      const value = headerTexts[name] ? fc.constant(headerTexts[name]) : valuesOf(schema, ids).map(asText);
      return [name, required ? value : seldom(value)] as const;
    });
  return fc.record(Object.fromEntries(members)).map((made) => JSON.parse(JSON.stringify(made)));
};

/** Gives the first member, or an unknown one, an odd value. */
const oddly = (given: Named, strange: string): Named => {
  const [name = 'unknown'] = Object.keys(given);
  return { ...given, [name]: strange.slice(0, 1000) };
};

const inHeader = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '');
const LINES = 'application/x-ndjson';

const bodies = ({ requestBody }: Described, ids: readonly string[]) => {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema) {
    const made = valuesOf(schema, ids) as fc.Arbitrary<object>;
    return { made: made.map((body) => JSON.stringify(body)), odd: made.chain((body) => nearly(body, namesIn(schema))) };
  }
  const lines = fc.array(odd, { maxLength: 3 }).map((all) => all.join('\n'));
  return requestBody ? { made: lines, odd: lines } : { made: fc.constant(undefined), odd };
};

/** Clients resolve dots in a path before they send it, which would ask for something else. */
const dots = /\/\.{1,2}(?=[/?]|$)/;

/** Valid requests for an operation, and requests with one odd part. `ids` are those of existing things. */
export function requestsFor(path: string, described: Described, ids: readonly string[]): fc.Arbitrary<MadeRequest> {
  const { made, odd: changed } = bodies(described, ids);
  const type = described.requestBody?.content[LINES] ? { 'content-type': LINES } : {};
  const [inPath, query, headers] = (['path', 'query', 'header'] as const).map((place) =>
    parameters(described.parameters, place, ids),
  );
  if (!inPath || !query || !headers) throw new Error('unreachable');
  const change = fc.constantFrom('none', 'none', 'body', 'body', 'path', 'query', 'header');
  const requests = fc.record({ change, inPath, query, headers, made, changed, strange: odd }).map((all) => {
    const at = (place: string, given: Named) => (all.change === place ? oddly(given, all.strange) : given);
    const named = at('path', all.inPath);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(named[name] ?? ''));
    const asked = new URLSearchParams(at('query', all.query)).toString();
    const told = Object.entries(at('header', all.headers)).map(([name, value]) => [name, inHeader(value)]);
    return {
      target: asked ? `${filled}?${asked}` : filled,
      headers: { ...Object.fromEntries(told), ...type },
      body: all.change === 'body' && changed ? all.changed : all.made,
      isAsMade: all.change === 'none',
    };
  });
  return requests.filter(({ target }) => !dots.test(target));
}
