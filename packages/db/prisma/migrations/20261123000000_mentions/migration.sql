-- AlterTable
ALTER TABLE "entities" ADD COLUMN     "from_mentions" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
-- By name, whatever its case, the oldest first; an expression, which the schema cannot say.
CREATE INDEX "entities_named_idx" ON "entities" ("tenant_id", lower("name"), "created_at", "id");
