import type { Language } from '@hippocamp/core/ports/language';
import { rules } from '@hippocamp/language/rules';

/** The port over the rules, in the thread that calls it: without a deadline, and without turns. */
export const languageByRules: Language = {
  versions: rules.versions,
  judgesByVectors: false,
  segment: async (_tenant, text) => rules.segment(text),
  judge: async (_tenant, statements) => rules.judge(statements),
  read: async (_tenant, texts) => rules.read(texts),
  redact: async (_tenant, text) => rules.redact(text),
  compare: async (_tenant, pairs) => rules.compare(pairs),
  sentencesOf: async (_tenant, texts) => rules.sentencesOf(texts),
  statementsOf: async (_tenant, claim) => rules.statementsOf(claim),
  relate: async (_tenant, comparison) => rules.relate(comparison),
};
