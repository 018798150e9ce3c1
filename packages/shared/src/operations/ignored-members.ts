import type { z } from 'zod';

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

const escapeToken = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

const inObject = (shape: Record<string, z.ZodType>, value: object, path: string): string[] =>
  Object.entries(value).flatMap(([key, member]) => {
    const at = `${path}/${escapeToken(key)}`;
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return schema ? ignoredMembers(schema, member, at) : [at];
  });

/** JSON Pointers to the members of `value` that the schema does not know and so leaves out. */
export function ignoredMembers(schema: z.ZodType, value: unknown, path = ''): string[] {
  const { type, shape, element, innerType, in: input } = definitionOf(schema);
  if (innerType) return ignoredMembers(innerType, value, path);
  if (input) return ignoredMembers(input, value, path);
  if (type === 'array' && element && Array.isArray(value)) {
    return value.flatMap((member, index) => ignoredMembers(element, member, `${path}/${index}`));
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return shape && isObject ? inObject(shape, value, path) : [];
}
