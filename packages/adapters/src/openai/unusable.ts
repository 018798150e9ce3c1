import { LoggableError } from '@hippocamp/core/ports/log';

/**
 * No embedder can be made of the settings, or not now. The message says what to change; it holds no key and no text but that of the
 * probe, which is ours.
 */
export class EmbeddingsUnusable extends LoggableError {
  override readonly name = 'EmbeddingsUnusable';

  constructor(
    message: string,
    /** The server may only be away: another try may go well with the same settings. */
    readonly passing = false,
  ) {
    super(message);
  }
}
