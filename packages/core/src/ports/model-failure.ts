import { LoggableError } from './log.js';

/** The message is for the log: it holds nothing that was sent or answered. */
export class ModelFailure extends LoggableError {
  override readonly name = 'ModelFailure';

  constructor(
    message: string,
    /** `refused`: it answers, and the answer cannot be used. */
    readonly kind: 'unavailable' | 'refused',
    /** False where nothing was sent, because calls before failed. */
    readonly asked = true,
  ) {
    super(message);
  }
}

/** A call of a model. */
export interface ModelCall {
  /** The tenant of the call. Failures of one tenant's answers do not affect others. */
  tenant: string;
  /** Told of its tokens, whatever became of it. */
  spent(tokens: number): void;
}
