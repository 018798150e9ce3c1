-- CreateIndex
-- Ingests of one owner; over an expression, which the schema cannot say. It unpacks all requests, so it stands alone: beside a
-- change of the table nobody could read ingests meanwhile.
CREATE INDEX "ingests_owner_idx" ON "ingests" ("tenant_id", ("request" ->> 'ownerEntityId'), "trace_id")
WHERE ("request" ->> 'ownerEntityId') IS NOT NULL;
