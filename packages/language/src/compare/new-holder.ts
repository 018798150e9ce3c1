import { announces } from './announcement.js';
import type { ViewedPair } from './pair-features.js';
import { viewOf } from './sentence-view.js';

/** Who has a role. */
interface Holder {
  whose: string;
  role: string;
  name: string;
  isNew: boolean;
}

const since =
  '(?:(?:as of|since) (?:today|yesterday|(?:this|last) \\p{L}+)(?: \\((?:week of )?\\d{4}-\\d{2}-\\d{2}\\))?,? )?';
const whose = '(?<whose>the|our|my)';
const role = "(?<role>\\p{Ll}[\\p{L}\\d' -]{1,60}?)";
const name =
  "(?:(?:Dr|Mr|Mrs|Ms|Prof|Professor|Doctor)\\.? )?(?<name>\\p{Lu}[\\p{L}'-]{1,30}(?: \\p{Lu}[\\p{L}'-]{0,30}){0,3})";

/** "Our conductor is Ilse", "Ilse is the new conductor of the choir", "I have a new manager, Ylva". */
const forms = [
  new RegExp(`^${since}${whose} (?<isNew>new )?${role} is (?:now )?${name}[.!]?$`, 'u'),
  new RegExp(`^${since}${name} is (?:now )?${whose} (?<isNew>new )?${role}[.!]?$`, 'u'),
  new RegExp(
    `^${since}${name} (?:was|has been) (?:voted in|elected|appointed|named|chosen|made)(?: (?:tonight|today|yesterday|unanimously|(?:this|last) \\p{L}+|on \\p{L}+))?(?: \\([\\p{L}\\d -]{1,30}\\))?(?: as)? ${whose} (?<isNew>new )${role}[.!]?$`,
    'u',
  ),
  new RegExp(`^(?<whose>I have|I've got|We have|We've got) a (?<isNew>new )${role}[,:] ${name}[.!]?$`, 'u'),
];

/** What one person at a time is. */
const single =
  /^(?:[\p{L}'-]+ ){0,2}(?:conductor|treasurer|secretary|chair(?:man|woman|person)?|president|captain|head|director|manager|boss|supervisor|lead|landlord|landlady|dentist|gp|physio|physiotherapist|hairdresser|accountant|warden|caretaker|headteacher|headmaster|headmistress|coach|mayor|editor|mentor|midwife|foreman|deputy|owner)(?: (?:of|for|in|at) .*)?$/u;

const ownOf: Record<string, string> = { 'i have': 'my', "i've got": 'my', 'we have': 'our', "we've got": 'our' };

function holderIn(text: string): Holder | null {
  const lowered = text.replace(/^(?:The|Our|My|As|Since)(?= )/, (word) => word.toLowerCase());
  for (const form of forms) {
    const found = form.exec(lowered)?.groups;
    if (!found) continue;
    const said = found.whose?.toLowerCase() ?? '';
    return {
      ...{ whose: ownOf[said] ?? said, role: found.role?.toLowerCase() ?? '', name: found.name ?? '' },
      isNew: found.isNew !== undefined || announces(text),
    };
  }
  return null;
}

const wordsOf = (text: string): string[] => viewOf(`of ${text}`).tokens.map(({ same }) => same);
/** Whether a name may be short for another. */
export const isPartOf = (one: string, other: string): boolean =>
  wordsOf(one).every((word) => wordsOf(other).includes(word));

/** "Olga is the fire warden of the annex", "Kemal is the new fire warden of the annex": who has a role now that one person has. */
export function hasNewHolder({ older, newer }: ViewedPair): boolean {
  const [was, is] = [holderIn(older.text), holderIn(newer.text)];
  if (!was || !is?.isNew || !single.test(is.role)) return false;
  return was.whose === is.whose && was.role === is.role && !isPartOf(was.name, is.name) && !isPartOf(is.name, was.name);
}
