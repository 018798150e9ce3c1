import { LoggableError } from '@hippocamp/core/ports/log';
import { Problem } from '@hippocamp/shared/problems';

export type FailureKind =
  /** No answer, or none in time. */
  | 'silent'
  /** A status that may pass. */
  | 'busy'
  /** A status of 500 or more. */
  | 'broken'
  | 'garbled'
  | 'locked out'
  /** A lock, or something before the server that refuses what a text says. */
  | 'forbidden'
  /** No such path or no such model. */
  | 'missing'
  | 'moved'
  /** The request would be refused again: too many texts, too long a text, an unknown setting. */
  | 'refused'
  /** The length of vectors has changed. */
  | 'another model';

const passing: readonly FailureKind[] = ['silent', 'busy', 'broken', 'garbled'];

/** Failures that one text may cause by its words, while the server answers to others. */
const perhapsOfText: readonly FailureKind[] = ['broken', 'garbled', 'refused', 'forbidden'];

interface FailureDetails {
  kind: FailureKind;
  /** Seconds. */
  retryAfter?: number | undefined;
  /** The server's words. They may quote what was sent, so neither the message nor a log has them. */
  said?: string | undefined;
}

/** The message may be logged: it holds a status or kind of error, nothing sent or answered. */
export class EmbeddingsFailure extends LoggableError {
  override readonly name = 'EmbeddingsFailure';
  readonly kind: FailureKind;
  readonly retryAfter: number | undefined;
  readonly #said: string | undefined;

  constructor(
    readonly fact: string,
    { kind, retryAfter, said }: FailureDetails,
  ) {
    super(`embeddings: ${fact}`);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.#said = said;
  }

  /** Private, so that nothing that prints an error's members prints it. */
  get said(): string | undefined {
    return this.#said;
  }

  get passing(): boolean {
    return passing.includes(this.kind);
  }

  /** A server that names a time to come back is at work, so the text is not at fault. */
  get mayBeOfText(): boolean {
    return this.retryAfter === undefined && perhapsOfText.includes(this.kind);
  }
}

/** Seconds: where it may pass by itself, and where somebody has to change something. */
const SOON = 1;
const LATER = 30;

export function unavailable(failure: EmbeddingsFailure): Problem {
  const usual = failure.passing ? SOON : LATER;
  return new Problem('dependency-unavailable', 'The embedding model does not answer.', {
    retryAfter: Math.max(SOON, Math.ceil(failure.retryAfter ?? usual)),
    cause: failure,
    part: 'embedder',
  });
}

/** No outage: the server answers to other texts. */
export const failsOnText = (failure: EmbeddingsFailure): Problem =>
  new Problem('unprocessable', 'The embedding model answers, but not to this text.', {
    cause: failure,
    part: 'embedder',
  });
