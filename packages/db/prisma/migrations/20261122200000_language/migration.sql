-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "language" TEXT;
