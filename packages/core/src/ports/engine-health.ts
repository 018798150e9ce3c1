import { LoggableError } from './log.js';

export type EngineName = 'records' | 'index' | 'queue';

/** Callbacks of an adapter that notices by itself that its engine is away or back. Each may be called twice. */
export interface EngineHealth {
  lost(reason: string): void;
  back(): void;
}

/** The engine answers and can still not be worked with. The message says what it is, such as "is out of memory", and no address. */
export class EngineUnwell extends LoggableError {}

/** The engine answers what is read; the message says why it takes no writes, such as "takes no writes: its disk is full". */
export class TakesNoWrites extends EngineUnwell {
  constructor(why: string) {
    super(`takes no writes: ${why}`);
  }
}
