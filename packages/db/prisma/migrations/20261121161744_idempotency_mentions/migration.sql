-- CreateIndex
-- Without a list of what is still to be sorted in: each look-up would go through that list, id by id.
CREATE INDEX "idempotency_keys_mentions_idx" ON "idempotency_keys" USING GIN ("mentions") WITH (fastupdate = off);
