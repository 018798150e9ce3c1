import { Prisma } from '../generated/client.js';

/** The columns of a `RelationRecord` under its names. */
export const relationColumns = Prisma.sql`
  id, type, from_type as "fromType", from_id as "fromId", to_type as "toType", to_id as "toId", weight, metadata,
  created_at as "createdAt"`;
