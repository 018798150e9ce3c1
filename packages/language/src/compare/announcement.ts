/** How one says that something is otherwise from now on; without it the sentence tells what is so now. */
const announcements: readonly RegExp[] = [
  /^since (?:(?:this|last) )?\p{L}[\p{L}-]*(?: \((?:week of )?\d{4}-\d{2}-\d{2}\))?,? (?=\p{L})/iu,
  /^as of (?:today|yesterday|(?:this|last) \p{L}+)(?: \((?:week of )?\d{4}-\d{2}-\d{2}\))?,? (?=\p{L})/iu,
  /^(?:correction|update|edit|erratum|sorry|oops|actually|wait|change of plans?|heads[- ]up)(?: (?:all|everyone|folks|team))?\s?[,:;.!-]+\s*/i,
  /\b(?:from now on|from today(?: on)?|as of (?:now|today)|starting (?:now|today)|these days|for good|instead|actually|currently|now)\b[,]?/gi,
  /^from (?:this \p{L}+|\p{L}+day)(?: \((?:week of )?\d{4}-\d{2}-\d{2}\))? on(?:wards)?,? (?=\p{L})/iu,
  /^(?:we|i)(?:'ve| have)? (?:changed|switched|moved)(?: it| them)? (?:again|once more)\s?[,:;] /i,
  /^(?:we|i)(?:'ve| have)? changed (?:our|my) minds?\s?[,:;] /i,
  /^(?:the )?(?:final|updated|revised|corrected|current) (?=\p{L})/iu,
  // "I'm back to swimming on Tuesdays": what one does is said as if it had never been otherwise.
  /(?:'m|'re|'s| am| are| is| went| have gone| has gone) back to (?=\p{L}{2,20}ing\b)/iu,
  // Of something else that is new, the older one may stand beside it.
  /^(?:the )?new (?=(?:price|cost|fee|rate|rent|time|times|date|day|deadline|address|number|code|limit|version|name|title|location|venue|place|hours|opening|closing)\b)/iu,
];

/** Whose word it is; what is advised may come beside what there is. */
const advice =
  /^on (?:the |my |our )?\p{L}+'s (?:advice|orders|recommendation),? |^(?:the )?\p{L}+'s (?:advice|orders): /iu;

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a sentence says to be so, without that it is so from now on. */
export const withoutAnnouncement = (text: string): string =>
  spaced(announcements.reduce((rest, pattern) => rest.replace(pattern, ' '), text.replace(advice, '')));

/** Whether it says that what it tells is so from now on. */
export const announces = (text: string): boolean => withoutAnnouncement(text) !== spaced(text.replace(advice, ''));
