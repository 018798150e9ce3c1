import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownMembers, nearestName } from './field-errors.js';

const known = ['ownerEntityId', 'dryRun', 'tags', 'tagsAll', 'k', 'text', 'asOf', 'short_term'];

describe('the nearest name', () => {
  it.each([
    ['ownerEntityID', 'ownerEntityId'],
    ['owner_entity_id', 'ownerEntityId'],
    ['ownerEntity', 'ownerEntityId'],
    ['dryrun', 'dryRun'],
    ['dry-run', 'dryRun'],
    ['dyrRun', 'dryRun'],
    ['tag', 'tags'],
    ['tgas', 'tags'],
    ['K', 'k'],
    ['txt', 'text'],
    ['shortTerm', 'short_term'],
  ])('of %s is %s', (name, meant) => expect(nearestName(name, known)).toBe(meant));

  it.each(['', 'x', 'colour', 'topK', 'x'.repeat(100_000)])('of %s is none', (name) =>
    expect(nearestName(name, known)).toBeUndefined(),
  );
});

it.each(Object.getOwnPropertyNames(Object.prototype))('no object knows a member %s unless it names it', (name) => {
  const schema = z.object({ inner: z.object({ known: z.string() }) });
  expect(knownMembers(schema, [name])).toEqual([]);
  expect(knownMembers(z.record(z.string(), z.strictObject({ known: z.string() })), [name])).toEqual([]);
});
