-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "mentions" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "word_keys" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateTable
CREATE TABLE "memory_facts" (
    "tenant_id" TEXT NOT NULL,
    "fact_key" TEXT NOT NULL,
    "memory_id" UUID NOT NULL,

    CONSTRAINT "memory_facts_pkey" PRIMARY KEY ("tenant_id","fact_key","memory_id")
);

-- CreateTable
CREATE TABLE "relations" (
    "tenant_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "from_type" TEXT NOT NULL,
    "from_id" UUID NOT NULL,
    "to_type" TEXT NOT NULL,
    "to_id" UUID NOT NULL,
    "weight" DOUBLE PRECISION NOT NULL,
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "relations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "memory_facts_memory_idx" ON "memory_facts"("tenant_id", "memory_id");

-- CreateIndex
CREATE INDEX "relations_to_idx" ON "relations"("tenant_id", "to_id");

-- CreateIndex
CREATE UNIQUE INDEX "relations_edge_key" ON "relations"("tenant_id", "from_id", "to_id", "type", "from_type", "to_type");

-- CreateIndex
CREATE INDEX "ingests_created_idx" ON "ingests"("tenant_id", "created_at", "trace_id");

-- CreateIndex
CREATE INDEX "ingests_artifact_idx" ON "ingests"("tenant_id", "artifact_id");

-- CreateIndex
CREATE INDEX "memories_words_idx" ON "memories" USING GIN ("word_keys") WHERE (deleted_at IS NULL);

-- AddForeignKey
ALTER TABLE "memory_facts" ADD CONSTRAINT "memory_facts_tenant_id_memory_id_fkey" FOREIGN KEY ("tenant_id", "memory_id") REFERENCES "memories"("tenant_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;
