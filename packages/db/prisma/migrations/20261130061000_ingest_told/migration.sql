-- AlterTable
ALTER TABLE "ingests" ADD COLUMN     "told" JSONB;

-- CreateFunction
-- Of a request, which may be long: what lists show of it, and what tells who has read its text.
CREATE FUNCTION ingest_told("request" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT jsonb_strip_nulls(jsonb_build_object(
        'source', $1 -> 'source',
        'ownerEntityId', $1 -> 'ownerEntityId',
        'sessionId', $1 -> 'sessionId',
        'reader', $1 -> 'reader',
        'model', $1 #> '{model,state}',
        'extractor', $1 #> '{read,extractor}'
    ))
$$;

-- CreateFunction
CREATE FUNCTION tell_ingest() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW."told" := ingest_told(NEW."request");
    RETURN NEW;
END
$$;

-- CreateTrigger
-- Whoever writes a request, processes of an earlier release too. Rows from before have none until their request changes.
CREATE TRIGGER "ingests_told" BEFORE INSERT OR UPDATE OF "request" ON "ingests"
FOR EACH ROW EXECUTE FUNCTION tell_ingest();
