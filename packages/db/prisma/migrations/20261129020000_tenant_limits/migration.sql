-- CreateTable
CREATE TABLE "tenant_limits" (
    "tenant_id" TEXT NOT NULL,
    "limits" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_limits_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE INDEX "tenant_limits_changed_idx" ON "tenant_limits"("changed_at");
