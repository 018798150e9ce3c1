-- CreateIndex
CREATE INDEX "artifacts_owner_idx" ON "artifacts"("tenant_id", "owner_entity_id");

-- CreateIndex
CREATE INDEX "artifacts_retention_idx" ON "artifacts"("created_at") WHERE (ingest_trace_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "ingests_retention_idx" ON "ingests"("created_at");

-- CreateIndex
CREATE INDEX "memory_history_retention_idx" ON "memory_history"("at");
