import type { Readable, Writable } from 'node:stream';
import type { ClientSettings } from '@hippocamp/runtime/client-settings';
import type { CommandContext, StricliProcess } from '@stricli/core';
import type { Outcome } from './exit-codes.js';

export type Output = Writable & { isTTY?: boolean; columns?: number };

export interface Shell extends CommandContext {
  process: StricliProcess;
  input: Readable & { isTTY?: boolean };
  output: Output;
  /** Takes progress, notes and errors, so that the output is the answer alone. */
  aside: Output;
  settings(): ClientSettings;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** From now on, what ends a process or its terminal (SIGTERM, SIGHUP) does as Ctrl-C, for what has to be put away. */
  endInOrder(): void;
  /** Sets the outcome of a command that did not throw, and yet was not all done. */
  end(outcome: Outcome): void;
}
