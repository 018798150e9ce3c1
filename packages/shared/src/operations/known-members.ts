import type { z } from 'zod';

interface Definition {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: readonly z.ZodType[];
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

/** The schemas of what may be sent, without defaults, transforms and the like around them. */
const bare = (schema: z.ZodType): z.ZodType[] => {
  const { innerType, in: input, options } = definitionOf(schema);
  const inner = innerType ?? input;
  if (inner) return bare(inner);
  return options ? options.flatMap(bare) : [schema];
};

const membersOf = (schema: z.ZodType) => definitionOf(schema).shape ?? {};

const within = (schema: z.ZodType, key: PropertyKey): z.ZodType[] =>
  bare(schema).flatMap((one) => {
    const found = typeof key === 'number' ? definitionOf(one).element : membersOf(one)[String(key)];
    return found ? [found] : [];
  });

/** The names that a schema knows at a path. */
export function knownMembers(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let schemas = [schema];
  for (const key of path) schemas = schemas.flatMap((one) => within(one, key));
  return [...new Set(schemas.flatMap(bare).flatMap((one) => Object.keys(membersOf(one))))];
}
