import { readFileSync } from 'node:fs';
import { inject } from 'vitest';

/** Without a last line that is still being written. */
export const gatewayLog = (): string[] => readFileSync(inject('gatewayLog'), 'utf8').split('\n').slice(0, -1);

export const logOf = (requestId: string | null): string =>
  gatewayLog()
    .filter((line) => requestId !== null && line.includes(requestId))
    .join('\n');
