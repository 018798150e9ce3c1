-- DropIndex
-- After its successor is there: it waits for readers, and must hold nothing that they wait for.
DROP INDEX "memories_words_idx";
