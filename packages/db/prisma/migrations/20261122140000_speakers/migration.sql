-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "speaker" TEXT;

-- AlterTable
ALTER TABLE "tenant_vocabularies" ADD COLUMN     "speakers" JSONB NOT NULL DEFAULT '[]';
