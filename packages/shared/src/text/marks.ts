/** A sign that changes what stands beside it: "-5" is not "5", "C++" is not "C", "€30" is not "$30". */
export interface Mark {
  at: number;
  end: number;
  /** One spelling of it: "≤" for "<=", "-" for every minus. */
  mark: string;
}

/** Before a number and after nothing that it could join to it, as in "3-5" or "2026-04-11". */
const minus = String.raw`(?<=^|[\s(=<>:≤≥≠≈~"'\p{Sc}])[-−–](?=\p{Sc}?[\d\u00bc-\u00be\u2150-\u215e])`;
/** "UTC+5", "a + b", "C++", "A+", "C#", and "A-" of grades and blood types. */
const sign = String.raw`(?<=\p{L})\+(?=\d)|(?<=\s)\+(?=\s)|(?<=[\p{L}\p{N}])(?:\+{1,2}|#)(?![\p{L}\p{N}+#])|(?<=(?<![\p{L}\p{N}-])\p{Lu}{1,2})[-−](?![\p{L}\p{N}-])`;
/** Not of tags, arrows and quoted mail. */
const comparison = String.raw`[<>]=|!=|[≤≥≠≈]|~(?=\s?\p{Sc}?\d)|[<>](?=\s?[-−–]?\p{Sc}?[.\d])|(?<=\S\s)[<>](?=\s)`;

const pattern = new RegExp(String.raw`${minus}|${sign}|${comparison}|\p{Sc}|(?<=\p{N}\s?)%`, 'gu');

const spellings: Record<string, string> = { '<=': '≤', '>=': '≥', '!=': '≠', '~': '≈', '−': '-', '–': '-' };

/** The signs of a text that matter, in order. */
export const marksIn = (text: string): Mark[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    at: index,
    end: index + found.length,
    mark: spellings[found] ?? found,
  }));
