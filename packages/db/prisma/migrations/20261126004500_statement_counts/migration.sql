-- CreateTable
CREATE TABLE "statement_counts" (
    "tenant_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "statement_counts_pkey" PRIMARY KEY ("tenant_id","source","outcome")
);
