-- CreateTable
CREATE TABLE "model_calls" (
    "tenant_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "model_calls_pkey" PRIMARY KEY ("tenant_id","day")
);
