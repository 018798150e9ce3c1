import { type OperationId, type Operations, operations } from '@hippocamp/shared/operations/table';
import { hasTenant, type Operation } from '@hippocamp/shared/operations/types';
import type { Api, ApiAnswer, Headed } from './client.js';

export type TenantOperation = {
  [Id in OperationId]: Operations[Id]['scope'] extends null | 'operator' ? never : Id;
}[OperationId];

export interface Example {
  body?: Record<string, unknown>;
  query?: string;
  headers?(tenant: string): Record<string, string>;
}

export interface Subjects {
  ownerEntityId: string;
  sourceArtifactId: string;
  words: string;
}

/** A valid request for each operation; an operation without one does not compile. */
export const exampleOf = (id: TenantOperation, { ownerEntityId, sourceArtifactId, words }: Subjects): Example => {
  const memory = { tier: 'episodic', content: words, ownerEntityId, sourceArtifactId };
  const filter = { ownerEntityId, sourceArtifactId };
  const ends = { fromType: 'artifact', fromId: sourceArtifactId, toType: 'artifact', toId: ownerEntityId };
  const examples: Record<TenantOperation, Example> = {
    createMemory: { body: { ...memory, tags: ['a'], metadata: { b: [1, { c: null }] }, importanceScore: 0.25 } },
    createMemories: { body: { memories: [memory, { ...memory, occurredAt: '2026-01-02T03:04:05Z', context: 'x' }] } },
    listMemories: { query: `?ownerEntityId=${ownerEntityId}&sourceArtifactId=${sourceArtifactId}&limit=100` },
    memoryStats: { query: '?days=7' },
    queryMemories: { body: { text: words, k: 100, ...filter, tiers: ['episodic'], weights: { semantic: 1 } } },
    deleteMemories: { body: { ...filter, createdAfter: '2020-01-01T00:00:00Z', dryRun: false } },
    getMemory: {},
    updateMemory: { body: { content: words, tags: ['b'], metadata: { d: 'e' }, importanceScore: 0.75 } },
    deleteMemory: {},
    accessMemory: { body: {} },
    memoryHistory: {},
    forgetMemoryHistory: {},
    ingest: { body: { content: words, source: 'note', ownerEntityId, sessionId: 's', metadata: { f: 1 } } },
    listIngests: { query: '?limit=100' },
    getIngest: {},
    listReviews: { query: `?ownerEntityId=${ownerEntityId}&state=any&limit=100` },
    getReview: {},
    acceptReview: { body: {} },
    editReview: { body: { content: words, tier: 'episodic', tags: ['b'], importanceScore: 0.75 } },
    rejectReview: { body: {} },
    forget: { body: { text: words, ownerEntityId, dryRun: false } },
    buildContext: {
      body: {
        userEntityId: ownerEntityId,
        goal: words,
        currentInput: words,
        maxTokens: 500,
        strategy: { tiers: ['episodic'], perTierCaps: { episodic: 3 }, weights: { semantic: 1 }, topics: [words] },
      },
    },
    validateClaim: { body: { claim: words, k: 5, asOf: '2030-01-02T03:04:05Z', ownerEntityId, tiers: ['episodic'] } },
    listArtifacts: { query: `?ownerEntityId=${ownerEntityId}&limit=100` },
    getArtifact: {},
    readArtifact: { body: {} },
    deleteArtifact: {},
    checkConsistency: { query: '?repair=true' },
    listDeadLetters: { query: '?limit=100&kind=index' },
    replayDeadLetters: { body: { kind: 'index', refs: [ownerEntityId] } },
    createEntity: { body: { type: 'person', name: words, properties: { g: [1] }, tags: ['c'] } },
    listEntities: { query: '?type=person&tag=c&limit=100' },
    getEntity: {},
    updateEntity: { body: { name: words, properties: { h: null }, tags: [] } },
    deleteEntity: {},
    createEvent: { body: { eventType: 'met', actorEntityId: ownerEntityId, payload: { i: words }, tags: ['d'] } },
    listEvents: { query: `?eventType=met&actorEntityId=${ownerEntityId}&after=2020-01-01T00:00:00Z&sortOrder=asc` },
    eventTimeline: { query: '?days=7&eventType=met' },
    getEvent: {},
    createRelation: { body: { type: 'knows', ...ends, weight: 0.5, metadata: { j: 1 } } },
    listRelations: { query: `?type=knows&nodeId=${ownerEntityId}` },
    traverseRelations: { query: `?startType=artifact&startId=${sourceArtifactId}&depth=3&direction=outgoing` },
    getRelation: {},
    deleteRelation: {},
    runLifecycle: { body: { dryRun: false, triggeredBy: 'test' } },
    listLifecycleRuns: { query: '?limit=100' },
    getLifecycleRun: { query: '?limit=10' },
    undoLifecycleRun: { body: {} },
    exportTenant: {},
    importTenant: { body: {}, headers: () => ({ 'content-type': 'application/x-ndjson' }) },
    erase: { body: { ownerEntityId } },
    deleteTenant: { headers: (tenant) => ({ 'x-confirm-tenant': tenant }) },
  };
  return examples[id];
};

export const tenantOperations = Object.entries<Operation>(operations)
  .filter(([, operation]) => hasTenant(operation))
  .map(([id, operation]) => [id as TenantOperation, operation] as const);

export const pathOf = ({ path }: Operation, id: string) => path.replaceAll(/\{\w+\}/g, id);

export function askFor(
  api: Api,
  [id, operation]: (typeof tenantOperations)[number],
  subject: string,
  subjects: Subjects,
  also: Headed = {},
): Promise<ApiAnswer> {
  const { body, query = '', headers } = exampleOf(id, subjects);
  const [path, headed] = [pathOf(operation, subject) + query, { ...headers?.('acme'), ...also }];
  return operation.method === 'get' || operation.method === 'delete'
    ? api[operation.method](path, headed)
    : api[operation.method](path, body, headed);
}
