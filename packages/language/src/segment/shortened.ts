/** UTF-16 units of a text that stands before many others: of its beginning, and of its end, which may say that they are secret. */
const [BEGINNING, END] = [64, 32];

/** The first and the last words of a long text. */
export function shortened(text: string): string {
  if (text.length <= BEGINNING + END) return text;
  const [beginning, end] = [text.slice(0, BEGINNING), text.slice(-END)];
  return `${beginning.replace(/ \S*$/, '')} … ${end.replace(/^\S* /, '')}`.toWellFormed();
}

/** People's headings are shorter. */
const LONGEST_HEADING = 120;

/** As a heading or title stands beside each statement below it. */
export const asHeading = (text: string): string => (text.length > LONGEST_HEADING ? shortened(text) : text);
