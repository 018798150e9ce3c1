/** What is no plan and no event, or comes again and again: its days are not one day. */
const unreal =
  /\b(?:if|unless|whether|suppose|supposing|imagine|wish|would|could|rather|always|never|usually|normally|generally|often|sometimes|every|each|everyday|daily|weekly|monthly|yearly|whenever|per|(?:once|twice|times) an?)\b|['’]d\b/i;

const question = /\?["'”’)\]\s]*$/;

export const isUnreal = (sentence: string): boolean => unreal.test(sentence) || question.test(sentence);

/** What ends a quotation, by what opens it. */
const closing: Record<string, string> = { '"': '"', '“': '”', '„': '“”', '«': '»', '‘': '’', "'": "'", '`': '`' };
/** An apostrophe stands within a word, or ends one. */
const apostrophes = "'‘";
const inWord = /[\p{L}\p{N}]/u;

const opens = (text: string, at: number): boolean => {
  const sign = text[at] ?? '';
  return sign in closing && !(apostrophes.includes(sign) && inWord.test(text[at - 1] ?? ''));
};

const closes = (text: string, at: number, open: string): boolean => {
  const isEnd = closing[open]?.includes(text[at] ?? ' ') ?? false;
  return isEnd && !(apostrophes.includes(open) && inWord.test(text[at + 1] ?? ''));
};

/** The text with blanks for what it quotes; a quotation that nothing ends goes on to the end. */
export function withoutQuotes(text: string): string {
  let told = '';
  let open: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const isQuoted: boolean = open !== null;
    if (open !== null) open = closes(text, at, open) ? null : open;
    else if (opens(text, at)) open = text[at] ?? null;
    told += isQuoted || open !== null ? ' ' : text[at];
  }
  return told;
}
