import type { Operations } from './generated/types.js';

export type OperationId = keyof Operations;

/** Iterates over a list. `of` is the member of its answers that holds the rows. */
export interface Every<Id extends OperationId = OperationId> {
  every: Id;
  of: string;
}

const every = <const Id extends OperationId, const Rows extends keyof Operations[Id]['answer']>(id: Id, of: Rows) => ({
  every: id,
  of,
});

type Place = OperationId | Every;
type Places = Record<string, Place | Record<string, Place>>;

/** Streams have functions of their own: `tenant.export` and `tenant.import`. */
type Streams = 'exportTenant' | 'importTenant';

type IdsIn<Given> = Given extends OperationId
  ? Given
  : Given extends { every: infer Id }
    ? Id
    : { [Name in keyof Given]: IdsIn<Given[Name]> }[keyof Given];

type Complete<Given> = [Exclude<OperationId, IdsIn<Given> | Streams>] extends [infer Missing extends string]
  ? [Missing] extends [never]
    ? unknown
    : `The operation ${Missing} has no place in the client: add it here.`
  : never;

const complete = <const Given extends Places>(given: Given & Complete<Given>): Given => given;

/** Each name is a method of the client. A new operation needs a line here, and nothing else. */
export const places = complete({
  ingest: 'ingest',
  validate: 'validateClaim',
  memories: {
    create: 'createMemory',
    createMany: 'createMemories',
    get: 'getMemory',
    update: 'updateMemory',
    delete: 'deleteMemory',
    deleteWhere: 'deleteMemories',
    list: 'listMemories',
    iterate: every('listMemories', 'memories'),
    query: 'queryMemories',
    access: 'accessMemory',
    history: 'memoryHistory',
    iterateHistory: every('memoryHistory', 'history'),
    forgetHistory: 'forgetMemoryHistory',
    stats: 'memoryStats',
  },
  context: { build: 'buildContext' },
  ingests: { get: 'getIngest', list: 'listIngests', iterate: every('listIngests', 'ingests') },
  artifacts: {
    get: 'getArtifact',
    list: 'listArtifacts',
    iterate: every('listArtifacts', 'artifacts'),
    read: 'readArtifact',
    delete: 'deleteArtifact',
  },
  entities: {
    create: 'createEntity',
    get: 'getEntity',
    update: 'updateEntity',
    delete: 'deleteEntity',
    list: 'listEntities',
    iterate: every('listEntities', 'entities'),
  },
  events: {
    create: 'createEvent',
    get: 'getEvent',
    list: 'listEvents',
    iterate: every('listEvents', 'events'),
    timeline: 'eventTimeline',
  },
  relations: {
    create: 'createRelation',
    get: 'getRelation',
    delete: 'deleteRelation',
    list: 'listRelations',
    iterate: every('listRelations', 'relations'),
    traverse: 'traverseRelations',
  },
  reviews: {
    list: 'listReviews',
    iterate: every('listReviews', 'reviews'),
    get: 'getReview',
    accept: 'acceptReview',
    edit: 'editReview',
    reject: 'rejectReview',
  },
  forget: 'forget',
  lifecycle: {
    run: 'runLifecycle',
    get: 'getLifecycleRun',
    details: every('getLifecycleRun', 'details'),
    list: 'listLifecycleRuns',
    iterate: every('listLifecycleRuns', 'runs'),
    undo: 'undoLifecycleRun',
  },
  tenant: { erase: 'erase', delete: 'deleteTenant' },
  admin: {
    consistency: 'checkConsistency',
    deadLetters: 'listDeadLetters',
    iterateDeadLetters: every('listDeadLetters', 'deadLetters'),
    replayDeadLetters: 'replayDeadLetters',
  },
  operator: {
    createKey: 'createKey',
    listKeys: 'listKeys',
    rotateKey: 'rotateKey',
    revokeKey: 'revokeKey',
    listTenants: 'listTenants',
    getTenant: 'getTenant',
    updateTenant: 'updateTenant',
  },
  system: {
    live: 'live',
    ready: 'ready',
    metrics: 'metrics',
    openapi: 'openapi',
    docs: 'docs',
    problems: 'problemPages',
    problem: 'problemPage',
  },
});
