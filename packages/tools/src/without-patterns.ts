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

/**
 * The same schema, shown without the patterns that say what `format` says: a model reads the list of tools with every turn, and
 * that of a time alone takes a hundred tokens. Values are checked as before.
 */
export const withoutPatterns = <Schema extends StandardSchemaWithJSON>(schema: Schema): StandardSchemaWithJSON => {
  const { jsonSchema, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      jsonSchema: {
        input: (options) => slim(jsonSchema.input(options)) as Record<string, unknown>,
        output: (options) => slim(jsonSchema.output(options)) as Record<string, unknown>,
      },
    },
  };
};
