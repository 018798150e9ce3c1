-- DropIndex
DROP INDEX "artifacts_retention_idx";

-- CreateIndex
CREATE INDEX "artifacts_created_idx" ON "artifacts"("tenant_id", "created_at", "id") WHERE (ingest_trace_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "artifacts_ingest_idx" ON "artifacts"("tenant_id", "ingest_trace_id") WHERE (ingest_trace_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "artifacts_retention_idx" ON "artifacts"("created_at", "tenant_id", "id") WHERE (ingest_trace_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "lifecycle_runs_dry_idx" ON "lifecycle_runs"("created_at") WHERE (dry_run);
