import type { TextPorts } from './text-ports.js';

/** A call of a port's method, as a thread is told it. */
export interface TextTask {
  port: keyof TextPorts;
  method: string;
  parameters: readonly unknown[];
}
