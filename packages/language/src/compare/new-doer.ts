import { announces, withoutAnnouncement } from './announcement.js';
import { isPartOf } from './new-holder.js';
import type { ViewedPair } from './pair-features.js';
import { viewOf } from './sentence-view.js';

/** Who does what. */
interface Doer {
  name: string;
  duty: string;
  what: ReadonlySet<string>;
}

/** What one person, or one and the same few, does for others: in the present, and as it is done by somebody. */
const duties: Record<string, string> = {
  'looks after': 'looked after',
  'takes care of': 'taken care of',
  chairs: 'chaired',
  coaches: 'coached',
  conducts: 'conducted',
  coordinates: 'coordinated',
  edits: 'edited',
  handles: 'handled',
  hosts: 'hosted',
  leads: 'led',
  maintains: 'maintained',
  manages: 'managed',
  moderates: 'moderated',
  organises: 'organised',
  organizes: 'organized',
  oversees: 'overseen',
  owns: 'owned',
  runs: 'run',
  supervises: 'supervised',
  teaches: 'taught',
  writes: 'written',
};
/** The same, not said of what is done. */
const charges = ['is responsible for', 'is in charge of'];
/** What somebody who does it is. */
const roles: Record<string, string> = {
  coach: 'coaches',
  coordinator: 'coordinates',
  editor: 'edits',
  host: 'hosts',
  leader: 'leads',
  manager: 'manages',
  moderator: 'moderates',
  owner: 'owns',
  supervisor: 'supervises',
  teacher: 'teaches',
};
const dutyOf = new Map(Object.entries(duties).map(([active, passive]) => [passive, active]));

const name =
  "(?<name>(?:(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Doctor)\\.? )?\\p{Lu}[\\p{L}'-]{1,30}(?: \\p{Lu}[\\p{L}'-]{0,30}){0,2})";
/** Several may run marathons, own a boat or teach yoga; there is one Year 5. */
const what =
  "(?<what>(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Tt]his) [\\p{L}\\d]|(?:Year|Class|Grade|Ward|Line|Unit|Team) \\d)[\\p{L}\\d' -]{0,60}?)";
const active = [...Object.keys(duties), ...charges].join('|');
const passive = Object.values(duties).join('|');

const role = Object.keys(roles).join('|');
/** Of which there is one. */
const kept = 'has|keeps|holds';
const single =
  '(?<what>the (?:on-call |duty |spare |master |office |shop |hall )?(?:keys?|phone|pager)(?: (?:to|of|for) the [^,.;]{1,40})?)';

/** "Wanjiru looks after the staging database", "The staging database is looked after by Felipe". */
const forms = [
  new RegExp(`^${name} (?<active>${active}) ${what} ?[.!]?$`, 'u'),
  new RegExp(`^${what} (?:is|are) (?<passive>${passive}) by ${name} ?[.!]?$`, 'u'),
  new RegExp(`^${name} is (?:the|our) (?:new )?(?<role>${role}) of ${what} ?[.!]?$`, 'u'),
  new RegExp(`^${name} (?<kept>${kept}) ${single} ?[.!]?$`, 'u'),
];

const article = /^(?:the|our|my|this)$/;

function doerIn(text: string): Doer | null {
  for (const form of forms) {
    const found = form.exec(text)?.groups;
    if (!found) continue;
    const told = viewOf(`of ${found.what}`)
      .tokens.slice(1)
      .filter(({ word }) => !article.test(word));
    const duty = found.active ?? found.kept ?? roles[found.role ?? ''] ?? dutyOf.get(found.passive ?? '') ?? '';
    return { name: found.name ?? '', duty, what: new Set(told.map(({ same }) => same)) };
  }
  return null;
}

export const areEqual = (first: ReadonlySet<string>, second: ReadonlySet<string>): boolean =>
  first.size === second.size && [...first].every((word) => second.has(word));

const again = / again(?=[.!]?$)/i;
const isNew = / again(?=[.!]?$)| is (?:the|our) new /i;

/** "Wanjiru looks after the staging database", "Felipe looks after the staging database now": who does for others what somebody else did. */
export function hasNewDoer({ older, newer }: ViewedPair): boolean {
  if (!announces(newer.text) && !isNew.test(newer.text)) return false;
  const [was, is] = [older, newer].map(({ text }) => doerIn(withoutAnnouncement(text).replace(again, '')));
  if (!was || !is || was.duty !== is.duty || was.what.size === 0 || !areEqual(was.what, is.what)) return false;
  return !isPartOf(was.name, is.name) && !isPartOf(is.name, was.name);
}
