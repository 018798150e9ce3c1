-- CreateIndex
CREATE INDEX "memory_distil_sources_order_idx" ON "memory_distil_sources"("tenant_id", "memory_id", "source_id");
