-- AlterTable
ALTER TABLE "entities" ADD COLUMN     "external_id" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "entities_external_key" ON "entities"("tenant_id", "external_id") WHERE (external_id IS NOT NULL);
