-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "tier" AS ENUM ('short_term', 'episodic', 'semantic');

-- CreateTable
CREATE TABLE "memories" (
    "tenant_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "owner_entity_id" UUID,
    "tier" "tier" NOT NULL,
    "content" TEXT NOT NULL,
    "context" TEXT,
    "source_artifact_id" UUID,
    "source_event_id" UUID,
    "embedding_id" UUID,
    "importance_score" DOUBLE PRECISION NOT NULL,
    "access_count" INTEGER NOT NULL DEFAULT 0,
    "last_accessed_at" TIMESTAMPTZ(3) NOT NULL,
    "recency_at" TIMESTAMPTZ(3) NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "metadata" JSONB NOT NULL,
    "tags" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "tier_since" TIMESTAMPTZ(3) NOT NULL,
    "archived_at" TIMESTAMPTZ(3),
    "invalid_at" TIMESTAMPTZ(3),
    "superseded_by_id" UUID,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "indexed_version" INTEGER NOT NULL DEFAULT 0,
    "confidence" DOUBLE PRECISION,
    "provenance" JSONB,
    "content_hash" TEXT NOT NULL,
    "span_start" INTEGER,
    "span_end" INTEGER,
    "held_until" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "memories_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "memory_context_sources" (
    "tenant_id" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "memory_id" UUID NOT NULL,

    CONSTRAINT "memory_context_sources_pkey" PRIMARY KEY ("tenant_id","source_id","memory_id")
);

-- CreateTable
CREATE TABLE "memory_history" (
    "tenant_id" TEXT NOT NULL,
    "memory_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "change" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "memory_history_pkey" PRIMARY KEY ("tenant_id","memory_id","version")
);

-- CreateTable
CREATE TABLE "artifacts" (
    "tenant_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "owner_entity_id" UUID,
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ingest_trace_id" UUID,

    CONSTRAINT "artifacts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ingests" (
    "tenant_id" TEXT NOT NULL,
    "trace_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "artifact_id" UUID,
    "content" TEXT,
    "candidates" JSONB,
    "result" JSONB,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "ingests_pkey" PRIMARY KEY ("tenant_id","trace_id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "tenant_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "dead_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "rung" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("tenant_id","kind","ref")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "result" JSONB,
    "locked_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateTable
CREATE TABLE "tenant_vocabularies" (
    "tenant_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "memories" INTEGER NOT NULL,
    "frequencies" JSONB NOT NULL,
    "changes" INTEGER NOT NULL,
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL,
    "index_checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01 00:00:00 +00:00',

    CONSTRAINT "tenant_vocabularies_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE INDEX "memories_recency_fading_idx" ON "memories"("tenant_id", "recency_at", "id") WHERE (deleted_at IS NULL AND tier IN ('short_term', 'episodic'));

-- CreateIndex
CREATE INDEX "memories_recency_semantic_idx" ON "memories"("tenant_id", "recency_at", "id") WHERE (deleted_at IS NULL AND tier = 'semantic');

-- CreateIndex
CREATE INDEX "memories_importance_idx" ON "memories"("tenant_id", "importance_score", "id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "memories_created_idx" ON "memories"("tenant_id", "created_at", "id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "memories_access_idx" ON "memories"("tenant_id", "access_count", "id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "memories_same_text_idx" ON "memories"("tenant_id", "owner_entity_id", "content_hash") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "memories_artifact_idx" ON "memories"("tenant_id", "source_artifact_id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "memories_unindexed_idx" ON "memories"("tenant_id", "id") WHERE (indexed_version < version);

-- Not in schema.prisma: over an expression.
CREATE INDEX "memories_session_idx" ON "memories"("tenant_id", (metadata ->> 'sessionId')) WHERE (deleted_at IS NULL AND (metadata ->> 'sessionId') IS NOT NULL);

-- CreateIndex
CREATE INDEX "memory_context_sources_memory_idx" ON "memory_context_sources"("tenant_id", "memory_id");

-- CreateIndex
CREATE INDEX "outbox_due_idx" ON "outbox"("kind", "tenant_id", "due_at", "ref") WHERE (dead_at IS NULL);

-- CreateIndex
CREATE INDEX "outbox_lease_idx" ON "outbox"("tenant_id", "lease_token") WHERE (lease_token IS NOT NULL);

-- CreateIndex
CREATE INDEX "outbox_dead_idx" ON "outbox"("tenant_id", "dead_at", "kind", "ref") WHERE (dead_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "tenant_vocabularies_checked_idx" ON "tenant_vocabularies"("index_checked_at", "tenant_id");

-- AddForeignKey
ALTER TABLE "memory_context_sources" ADD CONSTRAINT "memory_context_sources_tenant_id_memory_id_fkey" FOREIGN KEY ("tenant_id", "memory_id") REFERENCES "memories"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "memory_history" ADD CONSTRAINT "memory_history_tenant_id_memory_id_fkey" FOREIGN KEY ("tenant_id", "memory_id") REFERENCES "memories"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;
