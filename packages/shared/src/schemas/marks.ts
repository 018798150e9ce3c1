import { z } from 'zod';

/**
 * What a memory's text is marked for: it tries to instruct its reader, it holds a secret, or it could not be looked at in the
 * time that reading a text may take.
 */
export const marks = ['instructs', 'secret', 'unchecked'] as const;
export const mark = z.enum(marks);
export type Mark = z.infer<typeof mark>;
