import { z } from 'zod';
import { queryInteger } from './common.js';

/** What every list is asked with. */
export const pageQuery = {
  offset: queryInteger(0, 1_000_000).default(0),
  limit: queryInteger(1, 100).default(20),
  cursor: z
    .string()
    .max(1000)
    .optional()
    .describe('From `nextCursor`; pages neither repeat nor skip while rows are added'),
};

/** What every list answers beside its rows. */
export const pageAnswer = {
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
  nextCursor: z.string().nullable(),
};
