import { z } from 'zod';

export const live = z.object({ status: z.literal('live') });

export const ready = z.object({
  status: z.enum(['ready', 'not_ready']),
  mode: z.enum(['embedded', 'production']),
  checks: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string() })),
  notes: z.array(z.string()).describe('What an operator should know of this mode'),
});
export type Ready = z.infer<typeof ready>;
