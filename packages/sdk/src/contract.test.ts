import type { Operations as Contract } from '@hippocamp/shared/operations/table';
import { operations } from '@hippocamp/shared/operations/table';
import { hasTenant, type Operation } from '@hippocamp/shared/operations/types';
import { problemTypes } from '@hippocamp/shared/problems';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { createHippocamp } from './create-hippocamp.js';
import { problemClasses } from './generated/problems.js';
import { routes } from './generated/routes.js';
import type { Operations } from './generated/types.js';
import { type OperationId, places } from './places.js';
import { data, fakePorts } from './testing/fake-ports.js';

/** True when the generated type is that of the schema. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type Named<Id extends OperationId, Name extends string> =
  Contract[Id] extends Record<Name, infer Member> ? Member : never;
type Schema<Id extends OperationId, Name extends string> = Extract<Named<Id, Name>, z.ZodType>;

type Body<Id extends OperationId> = Operations[Id]['request'] extends { body: infer Given } ? Given : never;
type OtherBodies = {
  [Id in OperationId]: Same<Body<Id>, z.input<Schema<Id, 'body'>>> extends true ? never : Id;
}[OperationId];

type Query<Id extends OperationId> = Operations[Id]['request'] extends { query?: infer Given } ? Given : never;
/** The type after reading, where members may be left out in what is sent. */
type ReadQuery<Id extends OperationId> =
  z.input<Schema<Id, 'query'>> extends infer Sent
    ? {
        [Name in keyof Sent]: Name extends keyof z.output<Schema<Id, 'query'>>
          ? z.output<Schema<Id, 'query'>>[Name]
          : never;
      }
    : never;
type WithQuery = { [Id in OperationId]: [Named<Id, 'query'>] extends [never] ? never : Id }[OperationId];
type OtherQueries = {
  [Id in WithQuery]: Same<Required<NonNullable<Query<Id>>>, Required<ReadQuery<Id>>> extends true ? never : Id;
}[WithQuery];

type Answered<Id extends OperationId> = z.output<
  Extract<Contract[Id]['answers'][keyof Contract[Id]['answers']], z.ZodType>
>;
type Unwrapped<Given> = Given extends { data: infer Data } ? Data : Given;
type OtherAnswers = {
  [Id in OperationId]: Same<Operations[Id]['answer'], Unwrapped<Answered<Id>>> extends true ? never : Id;
}[OperationId];

describe('the types that were made', () => {
  it('know the operations of the service', () => {
    expectTypeOf<keyof Operations>().toEqualTypeOf<keyof Contract>();
  });

  it('have the bodies of the schemas: but what a schema leaves open, or has no member, or is no JSON', () => {
    expectTypeOf<OtherBodies>().toEqualTypeOf<
      | 'createMemories'
      | 'accessMemory'
      | 'undoLifecycleRun'
      | 'importTenant'
      | 'acceptReview'
      | 'rejectReview'
      | 'readArtifact'
    >();
    expectTypeOf<Operations['createMemories']['request']['body']['memories']>().toEqualTypeOf<
      Operations['createMemory']['request']['body'][]
    >();
  });

  it('have the queries of the schemas', () => {
    expectTypeOf<OtherQueries>().toBeNever();
  });

  it('have the answers of the schemas, out of their envelope', () => {
    expectTypeOf<OtherAnswers>().toBeNever();
  });
});

const idsOf = (place: unknown): string[] => {
  if (typeof place === 'string') return [place];
  const { every, ...others } = place as Record<string, unknown>;
  return typeof every === 'string' ? [every] : Object.values(others).flatMap(idsOf);
};

describe('what is known at run time', () => {
  it.each(Object.entries<Operation>(operations))('%s is as the service has it', (id, operation) => {
    expect(routes[id as OperationId]).toMatchObject({
      method: operation.method.toUpperCase(),
      path: operation.path,
      params: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      statuses: Object.keys(operation.answers).map(Number),
      needsTenant: hasTenant(operation),
      takesKey: operation.idempotent === true,
    });
  });

  it('is of the operations of the service, and of no others', () => {
    expect(Object.keys(routes)).toEqual(Object.keys(operations));
    expect(Object.keys(problemClasses)).toEqual(Object.keys(problemTypes));
  });

  it('nothing that writes is repeated without a key, but what is done once when done twice', () => {
    // An answer with a secret is not kept, so it cannot be answered twice.
    const withSecrets = [routes.createKey, routes.rotateKey];
    const without = Object.entries(routes).filter(
      ([, route]) => !route.isRepeatable && !route.takesKey && !withSecrets.includes(route),
    );
    expect(without.map(([, { method }]) => method)).toEqual(without.map(() => 'PATCH'));
  });
});

describe('the places of operations', () => {
  it('are there for every one; a new one needs a line in places.ts', () => {
    const streams = ['exportTenant', 'importTenant'];
    const reachable = new Set([...idsOf(places), ...streams]);
    expect(Object.keys(operations).filter((id) => !reachable.has(id))).toEqual([]);
    expect([...reachable].filter((id) => !Object.hasOwn(operations, id))).toEqual([]);
  });

  it('have an iterator for every list', () => {
    const isList = ({ answers }: Operation) =>
      JSON.stringify(
        Object.values(answers).map(({ def }) => Object.keys(shapeOf(def as unknown as Definition))),
      ).includes('nextCursor');
    const lists = Object.entries<Operation>(operations).flatMap(([id, operation]) => (isList(operation) ? [id] : []));
    const iterated = JSON.stringify(places);
    expect(lists.length).toBeGreaterThan(5);
    expect(lists.filter((id) => !iterated.includes(`{"every":"${id}"`))).toEqual([]);
  });

  it('are methods of the client', async () => {
    const ports = fakePorts(() => data({}));
    const client = createHippocamp({ baseUrl: 'http://here', tenant: 't' }, ports);
    const methods = (tree: object): unknown[] =>
      Object.values(tree).flatMap((inner) => (typeof inner === 'function' ? [inner] : methods(inner)));
    expect(methods(client).length).toBeGreaterThan(Object.keys(operations).length);
  });
});

interface Definition {
  shape?: Record<string, { def: Definition }>;
}

/** The members of `data`, or of an answer without an envelope. */
function shapeOf({ shape = {} }: Definition): Record<string, unknown> {
  return shape.data?.def.shape ?? shape;
}
