import { readFileSync } from 'node:fs';
import { inject } from 'vitest';

/** What the shared gateway has written, line by line. */
export const gatewayLog = (): string[] => readFileSync(inject('gatewayLog'), 'utf8').trimEnd().split('\n');

/** Its lines about one request: why it failed, say. */
export const logOf = (requestId: string | null): string =>
  gatewayLog()
    .filter((line) => requestId !== null && line.includes(requestId))
    .join('\n');
