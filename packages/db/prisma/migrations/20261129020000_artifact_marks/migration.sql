-- AlterTable
ALTER TABLE "artifacts" ADD COLUMN     "instructs" BOOLEAN;
