import type { TypedPositionalParameters } from '@stricli/core';
import type { Shell } from '../shell.js';

/** Takes the rest of the line as one text, so that quotes are not needed. */
export const words = (brief: string, placeholder: string): TypedPositionalParameters<string[], Shell> => ({
  kind: 'array',
  minimum: 1,
  parameter: { parse: (input: string) => input, brief, placeholder },
});

export const asText = (parts: readonly string[]): string => parts.join(' ');
