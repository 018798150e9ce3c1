import { LoggableError } from '@hippocamp/core/ports/log';
import { Problem } from '@hippocamp/shared/problems';

export type FailureKind =
  /** No answer, or none in time. */
  | 'silent'
  /** A status that may pass. */
  | 'busy'
  /** An answer that nobody can read, or not one for what was asked. */
  | 'garbled'
  /** The key is not the right one. */
  | 'locked out'
  /** No such path or no such model. */
  | 'missing'
  /** The address leads elsewhere. */
  | 'moved'
  /** The request would be refused again: too many texts, too long a text, a setting that the model does not know. */
  | 'refused'
  /** The model's vectors have not the length that they had. */
  | 'another model';

const passing: readonly FailureKind[] = ['silent', 'busy', 'garbled'];

interface FailureDetails {
  kind: FailureKind;
  /** Seconds, where the server said so. */
  retryAfter?: number | undefined;
  /** The server's own sentence. It may quote what was sent, so it is not in the message, and no log has it. */
  said?: string | undefined;
}

/** A request for embeddings that failed. The message is for the log: status or kind of error, nothing that was sent or answered. */
export class EmbeddingsFailure extends LoggableError {
  override readonly name = 'EmbeddingsFailure';
  readonly kind: FailureKind;
  readonly retryAfter: number | undefined;
  readonly #said: string | undefined;

  constructor(
    /** The event in a few words. */
    readonly fact: string,
    { kind, retryAfter, said }: FailureDetails,
  ) {
    super(`embeddings: ${fact}`);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.#said = said;
  }

  /** As in `FailureDetails`. Private, so that nothing that prints an error's members prints it. */
  get said(): string | undefined {
    return this.#said;
  }

  /** Worth another try. */
  get passing(): boolean {
    return passing.includes(this.kind);
  }
}

/** Seconds before somebody tries again: where it may pass by itself, and where somebody has to change something. */
const SOON = 1;
const LATER = 30;

/** The problem for callers. */
export function unavailable(failure: EmbeddingsFailure): Problem {
  const usual = failure.passing ? SOON : LATER;
  return new Problem('dependency-unavailable', 'The embedding model does not answer.', {
    retryAfter: Math.max(SOON, Math.ceil(failure.retryAfter ?? usual)),
    cause: failure,
    part: 'embedder',
  });
}
