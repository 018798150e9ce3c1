import { z } from 'zod';
import { freeObject, label, ownName, pageAnswer, pageQuery, tags, visibleText } from './common.js';

const type = label(64);
const name = visibleText(256);
const externalId = ownName
  .nullable()
  .describe('The own name of the tenant for it, by which `owner` means it; one entity has it');

/** Section 2.5 of the interface document. */
export const entity = z
  .object({
    id: z.uuid(),
    tenantId: z.string(),
    type: z.string(),
    name: z.string(),
    // Missing in answers of earlier versions that an Idempotency-Key repeats.
    externalId: z.string().nullable().optional().describe('The own name of the tenant for it, see `owner`'),
    properties: z.record(z.string(), z.unknown()),
    tags: z.array(z.string()),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.number().int(),
    fromMentions: z
      .boolean()
      .optional()
      .describe(
        'Present and true where it was made because a memory mentions it, and nobody changed it: it goes with the last',
      ),
  })
  .meta({ id: 'Entity' });
export type Entity = z.infer<typeof entity>;

export const entityCreate = z
  .strictObject({
    type,
    name,
    externalId: externalId.default(null),
    properties: freeObject.default({}),
    tags: tags.default([]),
  })
  .meta({ id: 'EntityCreate' });
export type EntityCreate = z.infer<typeof entityCreate>;

export const entityPatch = z
  .strictObject({ type, name, externalId, properties: freeObject, tags })
  .partial()
  .refine((value) => Object.values(value).some((member) => member !== undefined), {
    message: 'at least one of type, name, externalId, properties, tags is needed',
    params: { code: 'nothing_to_change' },
  })
  .meta({ id: 'EntityPatch' });
export type EntityPatch = z.infer<typeof entityPatch>;

export const entityListQuery = z.strictObject({
  ...pageQuery,
  type: type.optional(),
  tag: label(64).optional(),
  name: label(256).optional().describe('The whole name, letter by letter'),
  externalId: ownName.optional().describe('Of one entity, letter by letter'),
});
export type EntityListQuery = z.infer<typeof entityListQuery>;

export const entityList = z.object({ entities: z.array(entity), ...pageAnswer });
export type EntityList = z.infer<typeof entityList>;
