-- CreateIndex
CREATE INDEX "ingests_ended_idx" ON "ingests"("finished_at") WHERE (finished_at IS NOT NULL);
