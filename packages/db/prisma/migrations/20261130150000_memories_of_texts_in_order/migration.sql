-- CreateIndex
CREATE INDEX "memories_text_order_idx" ON "memories"("tenant_id", "source_artifact_id", "id") WHERE (deleted_at IS NULL);
