import { anyMonth, anyWeekday } from '../../words/calendar.js';
import { type Cue, clock } from './cues.js';

const date = `(?:${anyWeekday})\\b|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${anyMonth})\\b|(?:${anyMonth})\\.? \\d{1,2}\\b|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}`;

/** Words that say when something was or will be. */
export const dated: Cue[] = [
  {
    because: 'names a date or a time',
    pattern: new RegExp(
      `\\b(?:${date}|(?:in|since|until|by|from|during|of|next|last) (?:${anyMonth}|(?:19|20)\\d{2}|spring|summer|autumn|winter|fall)\\b|${clock})`,
      'i',
    ),
  },
  {
    because: 'says when',
    pattern:
      /\b(?:yesterday|tomorrow|(?:last|next) (?:night|week|weekend|month|year|summer|winter|spring|autumn|fall|time)|this (?:weekend|week|month|year|summer|winter|spring|autumn|fall)|the other day|(?:\d+|an?|two|three|four|five|six|seven|eight|nine|ten|few|couple of|many) (?:minutes|hours|days?|weeks?|months?|years?) (?:ago|later|from now)|in (?:an?|two|three|four|five|six|seven|eight|nine|ten|\d+|a few|a couple of) (?:hours|days?|weeks?|months?|years?)|a few (?:days|weeks|months|years) (?:ago|back)|recently|earlier today|a week|(?:two|three|four|five|six|\d+) (?:weeks|days|months|years))\b/i,
  },
];

/** What is of this moment and soon no longer true. */
export const passing: Cue[] = [
  {
    because: 'is about this very moment',
    pattern:
      /\b(?:right now|at the moment|at the minute|just now|for now|in a (?:minute|moment|sec|second|few minutes|bit)|in (?:an|one|half an) (?:hour|minute)|on (?:my|the|his|her|its|our) way|brb|be right back|running late|(?:is|am|are|'m|'re) (?:on|at|in) the (?:bus|train|tram|car|phone|office|shop|queue|airport|station|line|middle of)|almost there|about to|still (?:waiting|in bed|at)|surrounded by)\b/i,
  },
  {
    because: 'is about today',
    pattern:
      /\b(?:currently|this (?:morning|afternoon|evening)|tonight|today|these days|(?:am|'m|is|are) (?:so |very |really |a bit )?(?:tired|hungry|bored|cold|busy|sleepy|exhausted|sick|stressed|nervous))\b/i,
  },
];

/** Words of plans and decisions. */
export const planned: Cue[] = [
  {
    because: 'tells a decision',
    pattern:
      /\b(?:decided|decision|agreed|signed|chose|chosen|settled on|approved|confirmed|booked|cancell?ed|postponed|resigned|quit)\b/i,
  },
  {
    because: 'tells a plan',
    pattern:
      /\b(?:will|won't|'ll|going to|gonna|plan(?:s|ning)? (?:to|on)|intends? to|have to|has to|need(?:s)? to|must|supposed to|due|scheduled|deadline|appointment|interview|reservation|remind me|wants? to|hop(?:e|es|ing) to|looking forward to|thinking (?:of|about)|trying to|working on|signed up)\b/i,
  },
];
