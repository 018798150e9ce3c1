-- DropIndex
DROP INDEX "ingests_retention_idx";

-- DropIndex
DROP INDEX "lifecycle_runs_dry_idx";

-- DropIndex
DROP INDEX "lifecycle_runs_retention_idx";

-- CreateIndex
CREATE INDEX "ingests_retention_idx" ON "ingests"("finished_at") WHERE (finished_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "lifecycle_runs_retention_idx" ON "lifecycle_runs"("completed_at") WHERE (completed_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "lifecycle_runs_dry_idx" ON "lifecycle_runs"("completed_at") WHERE (dry_run);
