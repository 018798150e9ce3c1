/**
 * How BERT's uncased models see a text (Devlin et al. 2019, `BasicTokenizer`): without what cannot be seen and without accents,
 * in lower case, cut at spaces, at every sign and at every Chinese character.
 */

const invisible = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
const chinese =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
const accents = /\p{Mn}/gu;
/** A sign by itself, or a run of neither signs nor spaces. ASCII knows signs that Unicode calls symbols. */
const pieces = /[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{Z}\t\n\r]+/gu;

/** Character by character: a Greek word does not end in another sigma here than it has in its middle. */
const lowerCase = (text: string): string => Array.from(text, (character) => character.toLowerCase()).join('');

const normalised = (text: string): string => {
  const visible = text.replace(invisible, '').replace(chinese, ' $& ');
  return lowerCase(visible.normalize('NFD').replace(accents, ''));
};

/** The words and signs of a text, in order. */
export const wordsAndSigns = (text: string): string[] => normalised(text).match(pieces) ?? [];
