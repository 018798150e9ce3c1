-- Without a list of what is still to be sorted in: each look-up went through that list, up to 4 MB of it.
ALTER INDEX "memories_valid_words_idx" SET (fastupdate = off);
SELECT gin_clean_pending_list('memories_valid_words_idx'::regclass);
