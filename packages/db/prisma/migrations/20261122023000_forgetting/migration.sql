-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "hidden_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "memories_superseded_idx" ON "memories"("tenant_id", "superseded_by_id") WHERE (superseded_by_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "events_retention_idx" ON "events"("created_at");

-- CreateIndex
-- Which memories an ingest's rejected items repeat; over an expression, which the schema cannot say.
CREATE INDEX "ingests_repeats_idx" ON "ingests" USING GIN ((jsonb_path_query_array("result", '$.rejectedMemories[*].duplicateOf'))) WITH (fastupdate = off);
