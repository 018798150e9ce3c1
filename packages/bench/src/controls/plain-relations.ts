// The table is the service's own; the control goes around the service.

/** The tenant's first relations by time and id, without any traversal. */
export const plainRelations = `select id, type, from_type, from_id, to_type, to_id, weight, metadata, created_at from relations
  where tenant_id = $1 order by created_at, id limit $2`;
