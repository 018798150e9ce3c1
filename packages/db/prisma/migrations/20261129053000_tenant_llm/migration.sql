-- AlterTable
ALTER TABLE "tenant_limits" ADD COLUMN     "llm" JSONB NOT NULL DEFAULT '{}';
