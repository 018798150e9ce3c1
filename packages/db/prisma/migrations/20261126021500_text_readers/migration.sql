-- AlterTable
ALTER TABLE "artifacts" ADD COLUMN     "read_by" TEXT;
