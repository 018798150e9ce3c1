-- An import could set counters to their largest number, and every change of the row failed from then on. A counter begins at
-- most at 1,000,000,000. The last entry of a history has the version of its memory, the others those before it.
WITH "beyond" AS (
    SELECT "tenant_id", "id" FROM "memories" WHERE "version" > 1000000000
), "removed" AS (
    DELETE FROM "memory_history" USING "beyond"
    WHERE "memory_history"."tenant_id" = "beyond"."tenant_id" AND "memory_history"."memory_id" = "beyond"."id"
    RETURNING "memory_history".*
)
INSERT INTO "memory_history" ("tenant_id", "memory_id", "version", "at", "change", "before", "after")
SELECT "tenant_id", "memory_id", 1000000001 - row_number() OVER (PARTITION BY "tenant_id", "memory_id" ORDER BY "version" DESC),
    "at", "change", "before", "after"
FROM "removed";

-- Entries beyond the version of a memory stood in the way of its next change.
DELETE FROM "memory_history" USING "memories"
WHERE "memories"."tenant_id" = "memory_history"."tenant_id" AND "memories"."id" = "memory_history"."memory_id"
    AND "memory_history"."version" > "memories"."version";

-- The index of vectors holds them at their old versions; the reconciler writes them anew.
UPDATE "memories" SET "version" = 1000000000, "indexed_version" = least("indexed_version", 1000000000) WHERE "version" > 1000000000;
UPDATE "memories" SET "access_count" = 1000000000 WHERE "access_count" > 1000000000;
UPDATE "entities" SET "version" = 1000000000 WHERE "version" > 1000000000;

-- A long session did not fit into an entry of the index, and the memory could not be stored.
DROP INDEX "memories_session_idx";
CREATE INDEX "memories_session_idx" ON "memories"("tenant_id", left("metadata" ->> 'sessionId', 256))
    WHERE "deleted_at" IS NULL AND "metadata" ->> 'sessionId' IS NOT NULL;
