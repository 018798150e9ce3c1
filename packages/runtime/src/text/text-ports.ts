import { createTokenizer, type Encoding } from '@hippocamp/adapters/gpt-tokenizer/tokenizer';
import { createThreads, type Threads } from '@hippocamp/adapters/text-threads/threads';
import { createWordVectors } from '@hippocamp/adapters/word-vectors/embedder';
import { createLexicon } from '@hippocamp/core/modules/indexing/write-states';
import type { Embedder } from '@hippocamp/core/ports/embedder';
import type { Language } from '@hippocamp/core/ports/language';
import type { Lexicon } from '@hippocamp/core/ports/lexicon';
import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';
import { rules } from '@hippocamp/language/rules';

/** UTF-16 units of a question that are searched for dates without a thread, in a single pass. */
const ASKED = 1000;

/** In the calling thread, without deadline and turns. */
export const languageByRules: Language = {
  versions: rules.versions,
  segment: async (_tenant, text) => rules.segment(text),
  unsaid: async (_tenant, text, statements) => rules.unsaid(text, statements),
  judge: async (_tenant, statements, verdicts, added) => rules.judge(statements, verdicts, added),
  resolveDates: async (_tenant, text) => rules.resolveDates(text),
  read: async (_tenant, texts) => rules.read(texts),
  namedIn: async (_tenant, texts) => rules.namedIn(texts),
  periodsAsked: (text, now) => rules.periodsAsked(text.slice(0, ASKED), now),
  withoutTimesLeftOut: (question, now) =>
    rules.withoutTimesLeftOut(question.slice(0, ASKED), now) + question.slice(ASKED),
  askedOfSelf: (question, names) => rules.askedOfSelf(question.slice(0, ASKED), names) + question.slice(ASKED),
  tellsOfSelf: (text) => rules.tellsOfSelf(text),
  redact: async (_tenant, text, before) => rules.redact(text, before),
  readable: async (_tenant, pairs) => rules.readable(pairs),
  compare: async (_tenant, pairs) => rules.compare(pairs),
  sentencesOf: async (_tenant, texts) => rules.sentencesOf(texts),
  statementsOf: async (_tenant, claim) => rules.statementsOf(claim),
  toForget: async (_tenant, text) => rules.toForget(text),
  besideClaim: async (_tenant, claim, memories) => rules.besideClaim(claim, memories),
};

interface TextPorts {
  language: Language;
  embedder: Embedder;
  lexicon: Lexicon;
  tokenizer: Tokenizer;
}

export const createTextPorts = async (tokenizer: Encoding): Promise<TextPorts> => ({
  language: languageByRules,
  embedder: await createWordVectors(),
  lexicon: createLexicon(),
  tokenizer: createTokenizer(tokenizer),
});

export interface TextTask {
  port: keyof TextPorts;
  method: string;
  parameters: readonly unknown[];
}

export interface TextThreadSettings {
  threads: number;
  /** ms */
  deadline: number;
  tokenizer: Encoding;
}

/** UTF-16 units of a call. Below it the work is cheaper than a message to a thread. */
const SHORT = 1000;
/** MiB; rules, word vectors and the longest text take a tenth. */
const MEMORY = 512;

const isShort = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0) <= SHORT;

const ANYBODY = '';

const asking =
  (threads: Threads) =>
  <Result>(who: string, port: TextTask['port'], method: string, ...parameters: readonly unknown[]): Promise<Result> =>
    threads.run(who, { port, method, parameters } satisfies TextTask);

type Ask = ReturnType<typeof asking>;

/** Always in threads, because only the deadline bounds a rule's time. */
const languageIn = (
  { versions, periodsAsked, withoutTimesLeftOut, askedOfSelf, tellsOfSelf }: TextPorts['language'],
  ask: Ask,
): TextPorts['language'] => ({
  versions,
  periodsAsked,
  withoutTimesLeftOut,
  askedOfSelf,
  tellsOfSelf,
  segment: (tenant, text) => ask(tenant, 'language', 'segment', tenant, text),
  unsaid: (tenant, text, statements) => ask(tenant, 'language', 'unsaid', tenant, text, statements),
  judge: async (tenant, statements, verdicts, added) =>
    statements.length === 0 ? [] : ask(tenant, 'language', 'judge', tenant, statements, verdicts, added),
  resolveDates: async (tenant, text) =>
    text.kept.length === 0 ? [] : ask(tenant, 'language', 'resolveDates', tenant, text),
  read: async (tenant, texts) => (texts.length === 0 ? [] : ask(tenant, 'language', 'read', tenant, texts)),
  namedIn: async (tenant, texts) => (texts.length === 0 ? [] : ask(tenant, 'language', 'namedIn', tenant, texts)),
  redact: (tenant, text, before) => ask(tenant, 'language', 'redact', tenant, text, before),
  readable: async (tenant, pairs) => (pairs.length === 0 ? [] : ask(tenant, 'language', 'readable', tenant, pairs)),
  compare: async (tenant, pairs) => (pairs.length === 0 ? [] : ask(tenant, 'language', 'compare', tenant, pairs)),
  sentencesOf: async (tenant, texts) =>
    texts.length === 0 ? [] : ask(tenant, 'language', 'sentencesOf', tenant, texts),
  statementsOf: (tenant, claim) => ask(tenant, 'language', 'statementsOf', tenant, claim),
  toForget: (tenant, text) => ask(tenant, 'language', 'toForget', tenant, text),
  besideClaim: async (tenant, claim, memories) =>
    memories.length === 0 ? [] : ask(tenant, 'language', 'besideClaim', tenant, claim, memories),
});

const embedderIn = (here: TextPorts['embedder'], ask: Ask): TextPorts['embedder'] => ({
  ...here,
  embed: (texts, role, lane = ANYBODY) =>
    isShort(texts) ? here.embed(texts, role) : ask(lane, 'embedder', 'embed', texts, role),
});

const lexiconIn = (here: TextPorts['lexicon'], ask: Ask): TextPorts['lexicon'] => ({
  fields: (texts, who) => {
    // The texts may be whole rows.
    const given = texts.map(({ content, context }) => ({ content, context }));
    const all = given.flatMap(({ content, context }) => [content, context ?? '']);
    return isShort(all) ? here.fields(given, who) : ask(who, 'lexicon', 'fields', given, who);
  },
  termIds: (texts, who) => (isShort(texts) ? here.termIds(texts, who) : ask(who, 'lexicon', 'termIds', texts, who)),
});

export async function createTextThreads({
  threads,
  deadline,
  tokenizer,
}: TextThreadSettings): Promise<TextPorts & { close(): Promise<void> }> {
  const here = await createTextPorts(tokenizer);
  const common = { script: new URL('./thread.js', import.meta.url), given: tokenizer, deadline, memory: MEMORY };
  const workers = createThreads({ ...common, threads });
  // Its own thread, started on demand: the ranks take 60 MB, and only contexts need them.
  let counter: Threads | undefined;
  const count: Tokenizer['count'] = (text, tenant) => {
    counter ??= createThreads({ ...common, threads: 1 });
    return asking(counter)(tenant ?? ANYBODY, 'tokenizer', 'count', text);
  };
  const ask = asking(workers);
  return {
    language: languageIn(here.language, ask),
    embedder: embedderIn(here.embedder, ask),
    lexicon: lexiconIn(here.lexicon, ask),
    tokenizer: { encoding: here.tokenizer.encoding, count },
    async close() {
      await workers.close();
      await counter?.close();
    },
  };
}
