-- CreateTable
CREATE TABLE "reviews" (
    "tenant_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "owner_entity_id" UUID,
    "reason" TEXT NOT NULL,
    "trace_id" UUID NOT NULL,
    "source_artifact_id" UUID,
    "candidate" JSONB,
    "content_hash" TEXT,
    "memory_id" UUID,
    "other_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "reviews_created_idx" ON "reviews"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "reviews_open_idx" ON "reviews"("tenant_id", "created_at", "id") WHERE (state = 'open');

-- CreateIndex
CREATE INDEX "reviews_memory_idx" ON "reviews"("tenant_id", "memory_id") WHERE (memory_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "reviews_artifact_idx" ON "reviews"("tenant_id", "source_artifact_id") WHERE (candidate IS NOT NULL);

-- CreateIndex
CREATE INDEX "reviews_text_idx" ON "reviews"("tenant_id", "content_hash") WHERE (content_hash IS NOT NULL);

-- CreateIndex
CREATE INDEX "reviews_owner_idx" ON "reviews"("tenant_id", "owner_entity_id", "id");

-- CreateIndex
CREATE INDEX "reviews_retention_idx" ON "reviews"("created_at");
