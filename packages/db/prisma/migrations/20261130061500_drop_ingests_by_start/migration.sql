-- DropIndex
-- After its successor is there, and of one table alone: it waits for readers, and must hold nothing that they wait for.
DROP INDEX "ingests_retention_idx";
