import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

const slim = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  const isSaid = 'format' in value;
  const members = Object.entries(value).filter(
    ([name, member]) => !(isSaid && name === 'pattern' && typeof member === 'string'),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, slim(member)]));
};

type MakeSchema = StandardSchemaWithJSON['~standard']['jsonSchema']['input'];

/** Every list of tools asks for all of them anew, which takes milliseconds. */
const slimOnce = (make: MakeSchema): MakeSchema => {
  const made = new Map<string, ReturnType<MakeSchema>>();
  return (options) => {
    const key = JSON.stringify(options);
    const known = made.get(key) ?? (slim(make(options)) as ReturnType<MakeSchema>);
    made.set(key, known);
    return known;
  };
};

/**
 * The same schema, shown without the patterns that say what `format` says: a model reads the list of tools with every turn, and
 * that of a time alone takes a hundred tokens. Values are checked as before.
 */
export const withoutPatterns = <Schema extends StandardSchemaWithJSON>(schema: Schema): StandardSchemaWithJSON => {
  const { jsonSchema, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      jsonSchema: { input: slimOnce(jsonSchema.input), output: slimOnce(jsonSchema.output) },
    },
  };
};
