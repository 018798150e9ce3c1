import type { Readable, Writable } from 'node:stream';
import type { ClientSettings } from '@hippocamp/runtime/client-settings';
import type { CommandContext, StricliProcess } from '@stricli/core';
import type { Outcome } from './exit-codes.js';

export type Output = Writable & { isTTY?: boolean; columns?: number };

/** What a command has of the world. */
export interface Shell extends CommandContext {
  process: StricliProcess;
  input: Readable & { isTTY?: boolean };
  output: Output;
  /** Progress, notes and errors, so that the output is the answer alone. */
  aside: Output;
  /** What the environment says. */
  settings(): ClientSettings;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Of a command that did not fail, and yet was not all done. */
  end(outcome: Outcome): void;
}
