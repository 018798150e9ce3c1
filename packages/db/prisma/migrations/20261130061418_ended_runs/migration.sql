-- CreateIndex
CREATE INDEX "lifecycle_runs_ended_idx" ON "lifecycle_runs"("completed_at") WHERE (completed_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "lifecycle_runs_dry_ended_idx" ON "lifecycle_runs"("completed_at") WHERE (dry_run);
