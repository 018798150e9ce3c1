import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';

export const encodings = ['o200k_base', 'cl100k_base'] as const;
export type Encoding = (typeof encodings)[number];

type Count = (text: string, options: { disallowedSpecial: Set<string> }) => number;

/** Each loads in 0.1–0.2 s and takes 40–70 MB. */
const loaders: Record<Encoding, () => Promise<{ countTokens: Count }>> = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};

/** Natural text has no longer run of one kind. */
const LONGEST_RUN = 128;
/** Signs and line breaks are of one kind: the library takes slashes and the breaks between them for one run. */
const longRun = new RegExp(`[\\p{L}\\p{M}]{${LONGEST_RUN}}|[^\\p{L}\\p{M}\\p{N}]{${LONGEST_RUN}}`, 'gu');

/** The library's time grows with the square of a run (50,000 emoji take 20 s), so long runs are cut. */
const inParts = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: run, index } of text.matchAll(longRun)) {
    parts.push(text.slice(from, index + run.length));
    from = index + run.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
};

/** Exact but for runs of over 128 characters, each cut of which counts one more, so it never falls short. */
export function createTokenizer(encoding: Encoding): Tokenizer {
  let loading: Promise<{ countTokens: Count }> | undefined;
  const disallowedSpecial = new Set<string>();
  return {
    encoding,
    async count(text) {
      loading ??= loaders[encoding]();
      const { countTokens } = await loading;
      const parts = inParts(text);
      const counted = parts.reduce((sum, part) => sum + countTokens(part, { disallowedSpecial }), 0);
      return counted + Math.max(0, parts.length - 1);
    },
  };
}
