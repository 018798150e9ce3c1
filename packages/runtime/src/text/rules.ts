import { shippedBounds, shippedHeads } from '@hippocamp/adapters/heads/shipped-heads';
import { readPairHead } from '@hippocamp/language/compare/pair-head';
import { readBounds } from '@hippocamp/language/compare/read-bounds';
import { readHeads } from '@hippocamp/language/heads/read-heads';
import { createRules } from '@hippocamp/language/rules';

/** The rules with the heads that ship. */
export const rules = createRules(
  { model: readHeads(shippedHeads('model')), words: readHeads(shippedHeads('words')) },
  { words: readPairHead(shippedHeads('pairs-words')), reader: readBounds(shippedBounds()) },
);
