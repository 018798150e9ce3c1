import { LoggableError } from '@hippocamp/core/ports/log';

/** The settings give no embedder. The message says what to change, and holds no key and no text but the probe. */
export class EmbeddingsUnusable extends LoggableError {
  override readonly name = 'EmbeddingsUnusable';

  constructor(
    message: string,
    /** True where another try with the same settings may work. */
    readonly passing = false,
  ) {
    super(message);
  }
}
