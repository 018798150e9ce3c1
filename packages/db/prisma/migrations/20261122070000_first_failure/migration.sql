-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "first_failed_at" TIMESTAMPTZ(3),
ADD COLUMN     "request_id" TEXT,
ADD COLUMN     "traceparent" TEXT;

-- CreateTable
CREATE TABLE "holds" (
    "name" TEXT NOT NULL,
    "token" UUID NOT NULL,
    "holder" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "holds_pkey" PRIMARY KEY ("name")
);
