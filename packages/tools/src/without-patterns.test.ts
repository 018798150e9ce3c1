import { expect, it } from 'vitest';
import { z } from 'zod';
import { withoutPatterns } from './without-patterns.js';

const schema = z.object({ at: z.iso.datetime(), code: z.string().regex(/^[a-z]$/) });
const target = 'draft-2020-12';

it('a schema is shown without the patterns of formats, and for each use and target', () => {
  const { jsonSchema } = withoutPatterns(schema)['~standard'];
  const properties = { at: { type: 'string', format: 'date-time' }, code: { type: 'string', pattern: '^[a-z]$' } };
  expect(jsonSchema.input({ target })).toMatchObject({ properties });
  expect(jsonSchema.input({ target })).not.toHaveProperty('properties.at.pattern');
  expect(jsonSchema.input({ target })).not.toHaveProperty('additionalProperties');
  expect(jsonSchema.output({ target })).toMatchObject({ properties, additionalProperties: false });
  expect(jsonSchema.input({ target: 'draft-07' }).$schema).not.toBe(jsonSchema.input({ target }).$schema);
});

it('is made once, since each list of tools asks for it', () => {
  const made: string[] = [];
  const standard = schema['~standard'];
  const note = (use: 'input' | 'output') => (options: Parameters<typeof standard.jsonSchema.input>[0]) => {
    made.push(use);
    return standard.jsonSchema[use](options);
  };
  const counting = { '~standard': { ...standard, jsonSchema: { input: note('input'), output: note('output') } } };
  const { jsonSchema } = withoutPatterns(counting)['~standard'];
  for (let list = 0; list < 3; list += 1) {
    jsonSchema.input({ target });
    jsonSchema.output({ target });
  }
  expect(made).toEqual(['input', 'output']);
});
