import { LoggableError } from './log.js';

export type EngineName = 'records' | 'index' | 'queue';

/** For an adapter that notices outages by itself. Each callback may be called twice in a row. */
export interface EngineHealth {
  lost(reason: string): void;
  back(): void;
}

/** The engine answers but cannot work. The message says why, such as "is out of memory", and holds no address. */
export class EngineUnwell extends LoggableError {}

/** The engine can be read only. The message says why, such as "takes no writes: its disk is full". */
export class TakesNoWrites extends EngineUnwell {
  constructor(why: string) {
    super(`takes no writes: ${why}`);
  }
}
