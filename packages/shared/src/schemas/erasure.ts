import { z } from 'zod';
import { owner, ownerAnswer, uuid } from './common.js';
import { keptIn } from './memories.js';

export const eraseRequest = z
  .strictObject({ ownerEntityId: uuid.optional(), owner: owner.optional() })
  .transform(({ ownerEntityId = '', ...rest }, context) => {
    if (ownerEntityId || rest.owner) return { ownerEntityId, ...rest };
    const message = 'is required, unless owner is given';
    context.addIssue({ code: 'custom', path: ['ownerEntityId'], message, params: { code: 'required' } });
    return z.NEVER;
  })
  .meta({ id: 'EraseRequest' });
export type EraseRequest = z.infer<typeof eraseRequest>;

const count = z.number().int();

export const erased = z.object({
  memories: count,
  derivedMemories: count.describe('Of the memories, those that were distilled from others'),
  vectors: count,
  history: count,
  relations: count,
  artifacts: count,
  ingests: count,
  events: count,
  entities: count,
  storedAnswers: count,
  undoStates: count,
  jobs: count,
  // Missing in answers of earlier versions that an Idempotency-Key repeats.
  reviews: count.optional(),
});
export type Erased = z.infer<typeof erased>;

export const eraseReceipt = z
  .object({ ownerEntityId: z.uuid(), owner: ownerAnswer, erasedAt: z.iso.datetime(), erased, keptIn })
  .meta({ id: 'EraseReceipt' });
export type EraseReceipt = z.infer<typeof eraseReceipt>;

export const tenantReceipt = z
  .object({
    deleted: z.boolean(),
    tenantId: z.string(),
    deletedAt: z.iso.datetime(),
    rows: z.record(z.string(), count).describe('How many rows went, by table'),
    vectors: count,
    vectorsMayRemain: z
      .literal(true)
      .optional()
      .describe(
        'Present where the index stopped answering at the end: vectors of what was written meanwhile may be left in it until DELETE /tenant is sent again',
      ),
  })
  .meta({ id: 'TenantReceipt' });
export type TenantReceipt = z.infer<typeof tenantReceipt>;
