import { createTokenizer, type Encoding } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { createWordVectors } from '@hippocamp/adapters/word-vectors/embedder';
import { createLexicon } from '@hippocamp/core/modules/indexing/write-states';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Language } from '@hippocamp/core/ports/language';
import type { Lexicon } from '@hippocamp/core/ports/lexicon';
import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';
import { rules } from '@hippocamp/language/rules';

/** UTF-16 units of a question in which its dates are looked for, without a thread: patterns that take no more than a pass. */
const ASKED = 1000;

/** The port over the rules, in the thread that calls it: without a deadline, and without turns. */
export const languageByRules: Language = {
  versions: rules.versions,
  segment: async (_tenant, text) => rules.segment(text),
  judge: async (_tenant, statements, verdicts) => rules.judge(statements, verdicts),
  resolveDates: async (_tenant, text) => rules.resolveDates(text),
  read: async (_tenant, texts) => rules.read(texts),
  namedIn: async (_tenant, texts) => rules.namedIn(texts),
  periodsAsked: (text, now) => rules.periodsAsked(text.slice(0, ASKED), now),
  withoutTimesLeftOut: (question, now) =>
    rules.withoutTimesLeftOut(question.slice(0, ASKED), now) + question.slice(ASKED),
  askedOfSelf: (question, names) => rules.askedOfSelf(question.slice(0, ASKED), names) + question.slice(ASKED),
  tellsOfSelf: (text) => rules.tellsOfSelf(text),
  redact: async (_tenant, text) => rules.redact(text),
  readable: async (_tenant, pairs) => rules.readable(pairs),
  compare: async (_tenant, pairs) => rules.compare(pairs),
  sentencesOf: async (_tenant, texts) => rules.sentencesOf(texts),
  statementsOf: async (_tenant, claim) => rules.statementsOf(claim),
  toForget: async (_tenant, text) => rules.toForget(text),
  besideClaim: async (_tenant, claim, memories) => rules.besideClaim(claim, memories),
};

/** Everything that looks at the words of texts. */
export interface TextPorts {
  language: Language;
  embedder: Embedder;
  lexicon: Lexicon;
  tokenizer: Tokenizer;
}

/** These ports in the thread that calls it. */
export const createTextPorts = async (tokenizer: Encoding): Promise<TextPorts> => ({
  language: languageByRules,
  embedder: await createWordVectors(),
  lexicon: createLexicon(),
  tokenizer: createTokenizer(tokenizer),
});

/** A call of a port's method, as a thread is told it. */
export interface TextTask {
  port: keyof TextPorts;
  method: string;
  parameters: readonly unknown[];
}
