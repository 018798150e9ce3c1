export type { Hippocamp } from './client.js';
export { createHippocamp } from './create-hippocamp.js';
export {
  ConnectionFailed,
  type ErrorPlace,
  HippocampError,
  isHippocampError,
  NotOnThisServer,
  StillWorking,
  TimedOut,
  UnexpectedAnswer,
  WorkFailed,
} from './errors.js';
export * from './generated/problems.js';
export type * from './generated/types.js';
export type { AnswerHead, CallOptions, HippocampOptions } from './options.js';
export type { OperationId } from './places.js';
export type { WaitOptions } from './poll.js';
export { type Ports, platform } from './ports.js';
export { type FieldError, HippocampProblem } from './problem.js';
export type { ImportOptions } from './streams/import.js';
export type { Lines } from './streams/parts-of.js';
