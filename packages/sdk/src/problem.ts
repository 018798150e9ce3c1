import { HippocampError } from './errors.js';

/** One rejected member: `path` is a JSON Pointer into the body, or `query.x`, `header.x`, `path.x`. */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

export interface ProblemAnswer<Name extends string> {
  problem: Name;
  status: number;
  title: string;
  detail: string;
  errors?: readonly FieldError[];
  requestId?: string;
  outcome?: 'unknown';
  retryAfterMs?: number;
}

/** The service refused, or failed. A problem that this client does not know has this class, others have their own. */
export class HippocampProblem<Name extends string = string> extends HippocampError {
  override readonly name: string = 'HippocampProblem';
  /** Its name in the contract, such as `not-found`. */
  readonly problem: Name;
  readonly status: number;
  readonly title: string;
  /** Says what was wrong, and what would be right. */
  readonly detail: string;
  /** The members that do not fit; empty for most problems. */
  readonly errors: readonly FieldError[];
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Present where a write was sent, and nobody knows whether it is kept. */
  readonly outcome: 'unknown' | undefined;
  /** Milliseconds to wait before a repeat, where the service told them. */
  readonly retryAfterMs: number | undefined;

  constructor(answer: ProblemAnswer<Name>) {
    super(`${answer.problem} (${answer.status}): ${answer.detail}`);
    this.problem = answer.problem;
    this.status = answer.status;
    this.title = answer.title;
    this.detail = answer.detail;
    this.errors = answer.errors ?? [];
    this.requestId = answer.requestId;
    this.outcome = answer.outcome;
    this.retryAfterMs = answer.retryAfterMs;
  }
}
