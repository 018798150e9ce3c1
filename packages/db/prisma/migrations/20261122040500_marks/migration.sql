-- AlterTable
ALTER TABLE "memories" ADD COLUMN     "marks" TEXT[] DEFAULT ARRAY[]::TEXT[];
