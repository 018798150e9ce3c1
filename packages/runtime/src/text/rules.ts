import { shippedBounds, shippedPairHead } from '@hippocamp/adapters/heads/shipped-heads';
import { readPairHead } from '@hippocamp/language/compare/pair-head';
import { readBounds } from '@hippocamp/language/compare/read-bounds';
import { createRules } from '@hippocamp/language/rules';

/** The rules, with what ships of two texts that are compared. */
export const rules = createRules({
  words: readPairHead(shippedPairHead()),
  reader: readBounds(shippedBounds()),
});
