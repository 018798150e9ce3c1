import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openApiDocument } from './openapi.js';
import { ownerMembers } from './owned.js';
import { operations } from './table.js';
import type { Operation } from './types.js';

/** These members are documented as free, and so are conditions on them. */
const free = ['metadata', 'properties', 'payload'];

interface Definition {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  catchall?: z.ZodType;
}

const open = (schema: z.ZodType, path: string): string[] => {
  const { shape, element, innerType, in: input, catchall } = schema.def as unknown as Definition;
  const inner = innerType ?? input;
  if (inner) return open(inner, path);
  if (element) return open(element, `${path}[]`);
  if (!shape) return [];
  const members = Object.entries(shape).filter(([name]) => !free.includes(name));
  const own = catchall?.def.type === 'never' ? [] : [path];
  return [...own, ...members.flatMap(([name, member]) => open(member, `${path}.${name}`))];
};

/** Paths of objects with an owner's id but no owner's name. */
const unnamed = (schema: z.ZodType, path: string): string[] => {
  const { shape, element, innerType, in: input } = schema.def as unknown as Definition;
  const inner = innerType ?? input ?? element;
  if (inner) return unnamed(inner, path);
  if (!shape) return [];
  const own = ownerMembers.some((member) => member in shape) && !('owner' in shape) ? [path] : [];
  return [...own, ...Object.entries(shape).flatMap(([name, member]) => unnamed(member, `${path}.${name}`))];
};

describe('an owner', () => {
  it.each(Object.entries<Operation>(operations))('of %s has a name beside every id', (id, operation) => {
    const { body, query, answers } = operation;
    const all = [body, query, ...Object.values(answers)].filter((schema) => schema !== undefined);
    expect(all.flatMap((schema) => unnamed(schema, id))).toEqual([]);
  });
});

describe('what is sent', () => {
  it.each(Object.entries<Operation>(operations))('%s refuses members that it does not know', (id, { body, query }) => {
    expect([...(body ? open(body, id) : []), ...(query ? open(query, id) : [])]).toEqual([]);
  });

  it('says so in the document, and leaves answers open', () => {
    const { paths, components } = openApiDocument('0') as {
      paths: Record<string, Record<string, { requestBody?: object; responses: object }>>;
      components: { schemas: Record<string, { additionalProperties?: boolean }> };
    };
    const { MemoryCreate, ContextRequest, Memory, Candidate } = components.schemas;
    expect([MemoryCreate, ContextRequest].map((schema) => schema?.additionalProperties)).toEqual([false, false]);
    expect([Memory, Candidate].map((schema) => schema?.additionalProperties)).toEqual([undefined, undefined]);
    expect(
      JSON.stringify(Object.values(paths).map((item) => Object.values(item).map(({ responses }) => responses))),
    ).not.toContain('"additionalProperties":false');
  });
});
