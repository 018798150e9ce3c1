import type { Tokenizer } from '@hippocamp/core/ports/tokenizer';

export const encodings = ['o200k_base', 'cl100k_base'] as const;
export type Encoding = (typeof encodings)[number];

type Count = (text: string, options: { disallowedSpecial: Set<string> }) => number;

/** Loads the ranks of only the chosen encoding: 0.1–0.2 s and 40–70 MB, once. */
const loaders: Record<Encoding, () => Promise<{ countTokens: Count }>> = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};

/** People write no longer run without a break. */
const LONGEST_RUN = 128;
const longRun = new RegExp(
  `[\\p{L}\\p{M}]{${LONGEST_RUN}}|[^\\s\\p{L}\\p{M}\\p{N}]{${LONGEST_RUN}}|\\s{${LONGEST_RUN}}`,
  'gu',
);

/**
 * The library's time grows with the square of a run of letters, signs or white space (50,000 emoji take 20 s), so a longer run
 * is counted in parts of 128 characters.
 */
const inParts = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: run, index } of text.matchAll(longRun)) {
    parts.push(text.slice(from, index + run.length));
    from = index + run.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
};

/**
 * Counts tokens as OpenAI's models do, with `gpt-tokenizer`. The ranks are loaded at the first count, so that a process that
 * never counts does not hold them. A run of over 128 characters without a break counts one more for each part that it is
 * counted in, which keeps the number from falling short; all other text is counted exactly.
 */
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
