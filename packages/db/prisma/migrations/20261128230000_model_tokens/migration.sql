-- AlterTable
ALTER TABLE "model_calls" ADD COLUMN     "tokens" BIGINT NOT NULL DEFAULT 0;
