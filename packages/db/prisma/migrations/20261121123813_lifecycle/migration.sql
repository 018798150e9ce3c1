-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "distilled_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "memory_distil_sources" (
    "tenant_id" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "memory_id" UUID NOT NULL,

    CONSTRAINT "memory_distil_sources_pkey" PRIMARY KEY ("tenant_id","source_id","memory_id")
);

-- CreateTable
CREATE TABLE "lifecycle_runs" (
    "tenant_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "triggered_by" TEXT NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL,
    "memories" INTEGER NOT NULL DEFAULT 0,
    "summary" JSONB,
    "errors" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "lifecycle_runs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "lifecycle_actions" (
    "tenant_id" TEXT NOT NULL,
    "run_id" UUID NOT NULL,
    "memory_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "from_tier" "tier" NOT NULL,
    "to_tier" "tier",
    "reason" TEXT NOT NULL,
    "group_id" UUID,
    "planned_version" INTEGER NOT NULL,
    "planned_access_count" INTEGER NOT NULL,
    "from_tier_since" TIMESTAMPTZ(3) NOT NULL,
    "applied_version" INTEGER,
    "result_memory_id" UUID,

    CONSTRAINT "lifecycle_actions_pkey" PRIMARY KEY ("tenant_id","run_id","memory_id")
);

-- CreateIndex
CREATE INDEX "memory_distil_sources_memory_idx" ON "memory_distil_sources"("tenant_id", "memory_id");

-- CreateIndex
CREATE INDEX "lifecycle_runs_created_idx" ON "lifecycle_runs"("tenant_id", "created_at", "id") WHERE (completed_at IS NOT NULL AND NOT dry_run);

-- CreateIndex
CREATE INDEX "lifecycle_runs_retention_idx" ON "lifecycle_runs"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "lifecycle_runs_one_idx" ON "lifecycle_runs"("tenant_id") WHERE (completed_at IS NULL AND NOT dry_run);

-- CreateIndex
CREATE INDEX "lifecycle_actions_state_idx" ON "lifecycle_actions"("tenant_id", "run_id", "state", "group_id", "memory_id");

-- CreateIndex
CREATE INDEX "lifecycle_actions_memory_idx" ON "lifecycle_actions"("tenant_id", "memory_id");

-- CreateIndex
CREATE INDEX "memories_ageing_idx" ON "memories"("tenant_id", "id") WHERE (due_at IS NOT NULL AND deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "memories_due_idx" ON "memories"("due_at", "tenant_id") WHERE (due_at IS NOT NULL AND deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "memories_archived_idx" ON "memories"("tenant_id", "id") WHERE (archived_at IS NOT NULL AND deleted_at IS NULL);

-- AddForeignKey
ALTER TABLE "memory_distil_sources" ADD CONSTRAINT "memory_distil_sources_tenant_id_memory_id_fkey" FOREIGN KEY ("tenant_id", "memory_id") REFERENCES "memories"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "lifecycle_actions" ADD CONSTRAINT "lifecycle_actions_tenant_id_run_id_fkey" FOREIGN KEY ("tenant_id", "run_id") REFERENCES "lifecycle_runs"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Not earlier than any rule could fit; the first run of a tenant sets the true times.
UPDATE "memories" SET "due_at" = "created_at" WHERE "tier" <> 'semantic' AND "archived_at" IS NULL AND "deleted_at" IS NULL;
