import { withoutAnnouncement } from './announcement.js';
import type { ViewedPair } from './pair-features.js';
import { viewOf } from './sentence-view.js';

/** Who has a role. */
interface Holder {
  whose: string;
  role: string;
  name: string;
  isNew: boolean;
}

const determiner = '(?<whose>the|our|my|his|her|their)';
const role = "(?<role>\\p{Ll}[\\p{L}' -]{1,60}?)";
const name = "(?<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? )?\\p{Lu}[\\p{L}'-]{1,30}(?: \\p{Lu}[\\p{L}'-]{0,30}){0,3})";

/** "Our conductor is Ilse", "Ilse is the new conductor of the choir", "I have a new manager, Ylva". */
const forms = [
  `^${determiner} (?<isNew>new )?${role} is (?:now )?${name}[.!]?$`,
  `^${name} is (?:now )?${determiner} (?<isNew>new )?${role}[.!]?$`,
  `^(?<whose>I have|I've got|We have|We've got) a (?<isNew>new )${role}[,:] ${name}[.!]?$`,
].map((form) => new RegExp(form, 'u'));

/** Of these one may have several, and a new one takes nobody's place. */
const several =
  /\b(?:colleague|friend|neighbou?r|client|customer|member|hire|developer|engineer|intern|student|pupil|patient|child|baby|kid|(?:house|flat|room|team|class)mate|volunteer|player|supplier|partner|pet|dog|cat|hobby|favou?rite|song|book|film|project)\b/i;

const ownOf: Record<string, string> = { 'i have': 'my', "i've got": 'my', 'we have': 'our', "we've got": 'our' };

function holderIn(text: string): Holder | null {
  const lowered = text.replace(/^(?:The|Our|My|His|Her|Their)(?= )/, (word) => word.toLowerCase());
  for (const form of forms) {
    const found = form.exec(lowered)?.groups;
    if (!found) continue;
    const whose = found.whose?.toLowerCase() ?? '';
    return {
      ...{ whose: ownOf[whose] ?? whose, role: found.role ?? '', name: found.name ?? '' },
      isNew: found.isNew !== undefined,
    };
  }
  return null;
}

const keysOf = (text: string): string =>
  [
    ...new Set(
      viewOf(text)
        .tokens.filter(({ kind }) => kind !== 'small')
        .map(({ same }) => same),
    ),
  ]
    .sort()
    .join(' ');

/** "Olga is the fire warden of the main building", "Kemal is the new fire warden of the main building": who has a role now, where one person has it. */
export function hasNewHolder({ older, newer }: ViewedPair): boolean {
  const said = withoutAnnouncement(newer.text);
  const [was, is] = [holderIn(older.text), holderIn(said)];
  if (!was || !is || !(is.isNew || said !== newer.text) || several.test(is.role)) return false;
  const isAlike = was.whose === is.whose && keysOf(was.role) === keysOf(is.role);
  return isAlike && keysOf(was.name) !== keysOf(is.name);
}
