import { LoggableError } from './log.js';

/** The message may be logged: it holds nothing that was sent or answered. */
export class ModelFailure extends LoggableError {
  override readonly name = 'ModelFailure';

  constructor(
    message: string,
    /** `refused`: the model answered, but the answer cannot be used. */
    readonly kind: 'unavailable' | 'refused',
    /** False when nothing was sent, because earlier calls failed. */
    readonly asked = true,
  ) {
    super(message);
  }
}

export interface ModelCall {
  /** The tenant of the call. Failures of one tenant's answers do not affect others. */
  tenant: string;
  /** Called with the tokens used, whether the call succeeded or not. */
  spent(tokens: number): void;
}
