-- CreateIndex
-- Ingests of one talk in the order in which they were accepted; over expressions, which the schema cannot say.
CREATE INDEX "ingests_session_idx" ON "ingests" ("tenant_id", left("request" ->> 'sessionId', 256), coalesce("request" ->> 'ownerEntityId', ''), "created_at", "trace_id")
WHERE ("request" ->> 'sessionId') IS NOT NULL;
