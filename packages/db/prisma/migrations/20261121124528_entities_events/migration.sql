-- DropIndex
DROP INDEX "relations_edge_key";

-- DropIndex
DROP INDEX "relations_to_idx";

-- CreateTable
CREATE TABLE "entities" (
    "tenant_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "properties" JSONB NOT NULL,
    "tags" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "entities_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "events" (
    "tenant_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "actor_entity_id" UUID,
    "event_type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "tags" TEXT[],
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "entities_created_idx" ON "entities"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "entities_name_idx" ON "entities"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "events_occurred_idx" ON "events"("tenant_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "events_type_idx" ON "events"("tenant_id", "event_type", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "events_actor_idx" ON "events"("tenant_id", "actor_entity_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "relations_to_idx" ON "relations"("tenant_id", "to_id", "type");

-- CreateIndex
CREATE INDEX "relations_created_idx" ON "relations"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "relations_edge_key" ON "relations"("tenant_id", "from_id", "type", "to_id", "from_type", "to_type");
