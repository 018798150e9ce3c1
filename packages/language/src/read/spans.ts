import { month } from '../words/calendar.js';
import { datesIn } from '../words/dates.js';

const some = '(?:an?|the|\\d+|two|three|four|five|six|a few|several|some)';
const season = '(?:summer|winter|spring|autumn)s?';

/** Not where one lives or works all the time: for some weeks, on Sundays, as a child. */
const passing = new RegExp(
  `\\b(?:for ${some} (?:few )?(?:days?|weeks?|months?|summer|winter|semester|while|year|years)(?! now)|in (?:the )?${season}|during|on weekends?|on weekdays|on \\p{L}+days|at (?:the )?weekends?|every(?! day\\b)|once|twice|(?:days?|hours?|evenings?|nights?) (?:a|per) (?:week|month)|in the (?:evenings?|mornings?|afternoons?|holidays)|as a (?:child|kid|student|volunteer)|when i was|back then|at the time|years ago)\\b`,
  'iu',
);

/** What is to come leaves what is so as it is. */
const coming = new RegExp(
  `\\b(?:next(?! to\\b| door)|tomorrow|soon|shortly|later|will|going to|eventually|in the (?:near )?future|in ${some} (?:few )?(?:days?|weeks?|months?|years?)|in (?:early |mid |late )?${month})\\b`,
  'iu',
);

/** Whether what is said of a place holds for a time, or now and then. */
export const isPassing = (said: string): boolean => passing.test(said);

/** Whether what is said of a place holds only later. */
export const isComing = (said: string): boolean => coming.test(said);

/** Of a plan, "I am moving to Oslo", every day but this one lies ahead. */
export const hasOtherDay = (said: string): boolean =>
  datesIn(said).some(({ kind, value }) => kind === 'date' && value !== 'today' && value !== 'tonight');
