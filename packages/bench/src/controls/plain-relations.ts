// A control has to go around what it controls: the table is the service's own.

/** So many relations of a tenant in the order of an index, whatever they lead to. */
export const plainRelations = `select id, type, from_type, from_id, to_type, to_id, weight, metadata, created_at from relations
  where tenant_id = $1 order by created_at, id limit $2`;
