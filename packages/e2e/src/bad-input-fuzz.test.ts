/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { openApiDocument } from '@hippocamp/shared/operations/openapi';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { create, list, total } from './actions.js';
import { createApi } from './client.js';
import { exampleOf, pathOf, tenantOperations } from './examples.js';
import { expectNoFailure, expectProblem } from './expectations.js';
import { nearly } from './mutations.js';
import { expectAlive } from './refusal.js';

const SEED = 72;
const RUNS = 250;

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

const { components } = openApiDocument('0') as { components: { schemas: Record<string, Schema> } };

/** The members of an operation's body, and of the items of its lists. */
const namesIn = (schema: Schema): string[] => {
  const { properties = {}, items } = schema.$ref
    ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
    : schema;
  const inside = Object.values(properties).flatMap((member) => (member.items ? namesIn(member.items) : []));
  return [...Object.keys(properties), ...inside, ...(items ? namesIn(items) : [])];
};

const bodySchema = (path: string, method: string): Schema => {
  const { paths } = openApiDocument('0') as {
    paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: Schema }> } }>>;
  };
  return paths[path]?.[method]?.requestBody.content['application/json']?.schema ?? {};
};

const withBody = tenantOperations.filter(([, { body }]) => body);

describe(`bodies that are nearly right (seed ${SEED}, ${RUNS} for each operation)`, () => {
  it.each(withBody)(
    '%s succeeds or answers a problem, and never fails',
    async (id, operation) => {
      const api = createApi(inject('gatewayUrl'));
      const subjects = {
        ownerEntityId: randomUUID(),
        sourceArtifactId: randomUUID(),
        words: 'Ann repaired the old boat.',
      };
      const { body = {} } = exampleOf(id, subjects);
      const { id: memoryId } = await create(api, subjects.words);
      let refused = 0;
      const property = fc.asyncProperty(
        nearly(body, namesIn(bodySchema(operation.path, operation.method))),
        async (text) => {
          const answer = await api.sendText(operation.method.toUpperCase(), pathOf(operation, memoryId), text);
          expectNoFailure(answer, text);
          if (answer.status < 400) return;
          refused += 1;
          expectProblem(answer);
        },
      );
      await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
      await expectAlive();
      // Nothing is half there: what is counted is what is listed.
      const all = await list(api, '?limit=1&includeArchived=true&includeSuperseded=true');
      expect(await total(api)).toBe(all.total);
      if (id === 'accessMemory') return;
      expect(refused).toBeGreaterThan(RUNS / 10);
    },
    60_000,
  );
});
