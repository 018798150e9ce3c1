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

/** Told of the tokens of a call, whatever became of it. */
export type Spent = (tokens: number) => void;
