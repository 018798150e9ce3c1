export type { Hippocamp } from './client.js';
export { createHippocamp } from './create-hippocamp.js';
export {
  ConnectionFailed,
  type ErrorPlace,
  HippocampError,
  isHippocampError,
  NotOnThisServer,
  TimedOut,
  UnexpectedAnswer,
} from './errors.js';
export * from './generated/problems.js';
export type * from './generated/types.js';
export type { AnswerHead, CallOptions, HippocampOptions } from './options.js';
export type { OperationId } from './places.js';
export type { Ports } from './ports.js';
export { type FieldError, HippocampProblem } from './problem.js';
