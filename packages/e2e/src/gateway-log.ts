import { readFileSync } from 'node:fs';
import { inject } from 'vitest';

export const gatewayLog = (): string[] => readFileSync(inject('gatewayLog'), 'utf8').trimEnd().split('\n');

export const logOf = (requestId: string | null): string =>
  gatewayLog()
    .filter((line) => requestId !== null && line.includes(requestId))
    .join('\n');
