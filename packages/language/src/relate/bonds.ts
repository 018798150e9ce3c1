import type { Relation } from '@hippocamp/shared/language/stance';
import { countOf, cues } from '../compare/cues.js';
import { SELF } from '../read/read-facts.js';
import { denialsIn } from '../words/negation.js';

/** Who leads, teaches, coaches or mentors whom. */
export interface Bond {
  kind: string;
  from: string;
  to: string;
  /** Nothing else is said. */
  isAll: boolean;
}

/** What one is to somebody who is not the same to him: a verb, how it is done by somebody, a role. */
const kinds: Record<string, RegExp> = {
  leads: /^(?:manage|lead|led|supervis|report|work|line manager|boss|superior|employee|subordinate|team lead)/,
  teaches: /^(?:teach|taught|tutor|pupil|student)/,
  coaches: /^(?:coach|train)/,
  mentors: /^(?:mentor|mentee)/,
};
const kindOf = (word: string): string => Object.keys(kinds).find((kind) => kinds[kind]?.test(word.toLowerCase())) ?? '';

const name =
  "(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? |(?:Miss|Professor|Doctor|Nurse) )?\\p{Lu}[\\p{L}-]{1,30}(?: (?:(?:van|von|de|den|der|del|da|di|la|le|al|el) ){0,2}\\p{Lu}[\\p{L}-]{1,30}){0,2}(?!['\\p{L}-]| \\p{Lu})";
const person = `(?:I|[Tt]he user|${name})`;
const whose =
  "(?:[Mm]y|[Oo]ur|(?:[Tt]he user|\\p{Lu}[\\p{L}-]{1,30}(?: (?:(?:van|von|de|den|der|del|da|di|la|le|al|el) ){0,2}\\p{Lu}[\\p{L}-]{1,30}){0,2})'s?)";
const verb = '(?<kind>manages?|leads?|supervises?|teach(?:es)?|tutors?|coach(?:es)?|trains?|mentors?)';
const done = '(?<kind>managed|led|supervised|taught|tutored|coached|trained|mentored)';
const role = '(?<kind>(?:line )?manager|boss|supervisor|superior|team lead|teacher|tutor|coach|trainer|mentor)';
const charge = '(?<kind>employee|subordinate|pupil|student|trainee|mentee)';
const rest = '(?<rest>[ ,;].*)?[.!]?$';

/** "Priyanka manages Jonas", "Jonas reports to Priyanka", "My boss at the mill is Priyanka". */
const forms = [
  new RegExp(`^(?<from>${person}) ${verb} (?<to>${person})${rest}`, 'u'),
  new RegExp(`^(?<to>${person}) (?<kind>reports? to|works? (?:for|under)) (?<from>${person})${rest}`, 'u'),
  new RegExp(`^(?<to>${person}) (?:is|am) ${done} by (?<from>${person})${rest}`, 'u'),
  new RegExp(`^(?<from>${person}) is (?:now )?(?<to>${whose}) (?:new )?${role}${rest}`, 'u'),
  new RegExp(`^(?<to>${whose}) (?:own |new )?${role}(?: at [^,.;]{1,30})? is (?:now )?(?<from>${person})${rest}`, 'u'),
  new RegExp(`^(?<to>${whose}) (?:own |new )?${role},? (?<from>${name})${rest}`, 'u'),
  new RegExp(`^(?<from>${person}) is (?:now )?the ${role} of (?<to>${person})${rest}`, 'u'),
  new RegExp(`^(?<to>${person}) is (?:now )?(?<from>${whose}) ${charge}${rest}`, 'u'),
];

const title = /^(?:dr|mr|mrs|ms|prof|miss|professor|doctor|nurse) /;
const self = /^(?:i|my|our|(?:the )?user)$/;

/** Whoever says "I" goes by the same name, whatever he is called. */
function personIn(written: string, names: ReadonlySet<string>): string {
  const called = written.toLowerCase().replace(/'s?$/, '').replace('.', '');
  return self.test(called) || names.has(called.replace(title, '')) ? SELF : called;
}

/** What a statement says of two people; null where it is something else, or denied. `names` are those of the first person, in lower case. */
export function bondIn(text: string, names: ReadonlySet<string>): Bond | null {
  if (denialsIn(text) > 0) return null;
  for (const form of forms) {
    const found = form.exec(text)?.groups;
    if (!found) continue;
    if (countOf(found.rest ?? '', cues.change) + countOf(found.rest ?? '', cues.past) > 0) return null;
    const [from, to] = [personIn(found.from ?? '', names), personIn(found.to ?? '', names)];
    return from === to ? null : { kind: kindOf(found.kind ?? ''), from, to, isAll: found.rest === undefined };
  }
  return null;
}

/** "Karl" may be Karl Brandt, and Dr Brandt too; Mr Brandt is not Mrs Brandt. */
function mayBeOne(first: string, second: string): boolean {
  const [one, other] = [title.exec(first)?.[0], title.exec(second)?.[0]];
  if (one !== undefined && other !== undefined && one !== other) return false;
  const [shorter = [], longer = []] = [first, second]
    .map((name) => name.replace(title, '').split(' '))
    .sort((some, more) => some.length - more.length);
  const [called = ''] = shorter;
  if (shorter.length === longer.length) return shorter.join(' ') === longer.join(' ');
  return shorter.length === 1 && (called === longer[0] || called === longer.at(-1));
}

/** Friends may teach each other. */
const oneWay = /^(?:leads|coaches)$/;
/** Who teaches French literature does not teach French. */
const ofPeople = /^(?!teaches$)/;

const SAME = 0.95;
const TURNED = 0.9;

/** Who leads somebody is not led by them. */
export function byBonds(claim: Bond | null, known: readonly (Bond | null)[]): Relation | null {
  if (!claim?.isAll) return null;
  const alike = known.filter((bond) => bond !== null && bond.kind === claim.kind) as Bond[];
  const isOne = (first: string, second: string) =>
    first === second || (ofPeople.test(claim.kind) && mayBeOne(first, second));
  if (alike.some(({ from, to }) => mayBeOne(from, claim.from) && isOne(to, claim.to)))
    return { stance: 'supports', score: SAME, reason: 'direct_entailment' };
  return oneWay.test(claim.kind) && alike.some(({ from, to }) => mayBeOne(from, claim.to) && mayBeOne(to, claim.from))
    ? { stance: 'refutes', score: TURNED, reason: 'value_mismatch' }
    : null;
}
