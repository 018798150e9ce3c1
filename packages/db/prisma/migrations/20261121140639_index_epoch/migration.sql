-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "index_epoch" INTEGER NOT NULL DEFAULT 0;
