interface Accepted {
  change: string;
  why: string;
}

const ALL_ALONG = 'The service has refused what does not fit all along; the document says so now.';

/** The document called these a text of digits; now they are numbers, and callers send the same digits. */
const isNumber = (id: string, name: string, least: number, most: number): Accepted[] =>
  ['type "integer", it was "string"', `minimum ${least}, it was anything`, `maximum ${most}, it was anything`].map(
    (now) => ({ change: `${id}: parameter query ${name} / has the ${now}`, why: ALL_ALONG }),
  );

const pages = [
  ...['listMemories', 'listIngests', 'listReviews', 'listDeadLetters'],
  ...['listEntities', 'listEvents', 'listRelations', 'listLifecycleRuns'],
].flatMap((id) => [...isNumber(id, 'offset', 0, 1_000_000), ...isNumber(id, 'limit', 1, 100)]);

const takesKey = [
  ...['createMemory', 'createMemories', 'deleteMemories', 'accessMemory', 'ingest', 'acceptReview', 'editReview'],
  ...['rejectReview', 'forget', 'replayDeadLetters', 'createEntity', 'createEvent', 'createRelation'],
  ...['runLifecycle', 'undoLifecycleRun', 'erase'],
].map((id) => ({
  change: `${id}: parameter header Idempotency-Key / has the pattern "^[\\\\x21-\\\\x7e]{1,255}$", it was anything`,
  why: ALL_ALONG,
}));

const visible = [
  ...[
    'createMemory: request /content',
    'createMemories: request /memories[]/content',
    'updateMemory: request /content',
  ],
  ...['queryMemories: request /text', 'queryMemories: request /query', 'editReview: request /content'],
  ...['forget: request /text', 'createEntity: request /name', 'updateEntity: request /name'],
  ...[
    'buildContext: request /currentInput',
    'buildContext: request /strategy/topics[]',
    'validateClaim: request /claim',
  ],
].map((place) => ({ change: `${place} has the minLength 1, it was anything`, why: ALL_ALONG }));

const confirmation = [
  'deleteTenant: parameter header x-confirm-tenant is required now',
  'deleteTenant: parameter header x-confirm-tenant / has the pattern "^[A-Za-z0-9._:@-]{1,128}$", it was anything',
].map((change) => ({ change, why: ALL_ALONG }));

/** Breaking changes since the last kept document that are meant; the list is emptied when a document is kept. */
export const accepted: readonly Accepted[] = [
  ...pages,
  ...isNumber('memoryStats', 'days', 1, 365),
  ...isNumber('eventTimeline', 'days', 1, 365),
  ...isNumber('traverseRelations', 'depth', 1, 6),
  ...isNumber('traverseRelations', 'limit', 1, 1000),
  ...isNumber('getLifecycleRun', 'limit', 1, 100_000),
  ...takesKey,
  ...visible,
  ...confirmation,
];
