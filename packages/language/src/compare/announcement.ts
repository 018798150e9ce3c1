/** How one says that something is otherwise from now on; without it the sentence tells what is so now. */
const announcements: readonly RegExp[] = [
  /^(?:since|as of) (?:(?:this|last) )?\p{L}+(?: \((?:week of )?\d{4}-\d{2}-\d{2}\))?,? (?=\p{L})/iu,
  /\btoday(?: \(\d{4}-\d{2}-\d{2}\))?(?=[.!]?$)/i,
  /(?<=\p{L} )(?:once )?again(?=[.!]?$)/iu,
  /^(?:correction|update|edit|erratum|sorry|oops|actually|wait|change of plans?|heads[- ]up)(?: (?:all|everyone|folks|team))?\s?[,:;.!-]+\s*/i,
  /\b(?:from now on|from today(?: on)?|as of (?:now|today)|starting (?:now|today)|these days|for good|instead|actually|currently|now)\b[,]?/gi,
  /(?<=\b(?:the|our|my|his|her|their) )new (?=\p{L})/giu,
  /^(?:the )?(?:new|final|updated|revised|corrected|current) (?=\p{L})/iu,
];

/** What a sentence says to be so, without that it is so from now on. */
export const withoutAnnouncement = (text: string): string =>
  announcements
    .reduce((rest, pattern) => rest.replace(pattern, ' '), text)
    .replace(/\s+/g, ' ')
    .trim();
