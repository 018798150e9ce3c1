-- CreateIndex
-- Memories that are replaced or archived are not looked for by their words, and may be many more than the others.
CREATE INDEX "memories_valid_words_idx" ON "memories" USING GIN ("word_keys") WHERE (deleted_at IS NULL AND invalid_at IS NULL AND archived_at IS NULL);
