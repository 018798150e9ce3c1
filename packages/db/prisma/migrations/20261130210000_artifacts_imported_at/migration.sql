-- AlterTable
ALTER TABLE "artifacts" ADD COLUMN     "imported_at" TIMESTAMPTZ(3);
