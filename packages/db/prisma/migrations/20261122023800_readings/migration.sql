-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "reading" JSONB;

-- AlterTable
ALTER TABLE "ingests" ADD COLUMN     "outcomes" JSONB,
ADD COLUMN     "summary" JSONB;
