-- DropIndex
DROP INDEX "lifecycle_runs_retention_idx";

-- DropIndex
DROP INDEX "lifecycle_runs_dry_idx";
