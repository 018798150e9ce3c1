-- The owner becomes part of the key under which a person's own names are found.
UPDATE "memory_facts" SET "fact_key" = "fact_key" || ':' || coalesce("memories"."owner_entity_id"::text, '')
FROM "memories"
WHERE "memories"."tenant_id" = "memory_facts"."tenant_id" AND "memories"."id" = "memory_facts"."memory_id"
  AND position(':' in "memory_facts"."fact_key") = 0;
