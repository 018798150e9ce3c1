-- A person's own names are found by owner. The keys without one stay, for processes of the version before.
INSERT INTO "memory_facts" ("tenant_id", "fact_key", "memory_id")
SELECT "memory_facts"."tenant_id", "fact_key" || ':' || coalesce("owner_entity_id"::text, ''), "memory_id"
FROM "memory_facts" JOIN "memories" ON "memories"."tenant_id" = "memory_facts"."tenant_id" AND "memories"."id" = "memory_id"
WHERE position(':' in "fact_key") = 0
ON CONFLICT DO NOTHING;
