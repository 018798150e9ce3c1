-- CreateIndex
-- Which texts an ingest was read with; over an expression, which the schema cannot say.
CREATE INDEX "ingests_read_before_idx" ON "ingests" USING GIN ((jsonb_path_query_array("request", '$.read.before[*].artifactId'))) WITH (fastupdate = off)
WHERE ("request" #> '{read,before}') IS NOT NULL;
