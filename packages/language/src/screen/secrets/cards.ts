import type { Secret } from '@hippocamp/shared/language/secret';

const digits = /\d+/g;
const separator = /^[ \u00A0\u2009\u202F.\-–]$/;
const wordBefore = /[\p{L}_+]$/u;
const wordAfter = /^[\p{L}_]/u;

/** Beginnings and lengths that networks issue: an IMEI or a bar code passes the check of the digits too. */
const issued = new RegExp(
  `^(?:${[
    String.raw`4(?:\d{12}|\d{15}|\d{18})`,
    String.raw`5[1-5]\d{14}`,
    String.raw`2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}`,
    String.raw`3[47]\d{13}`,
    String.raw`3(?:0[0-5]|[689]\d)\d{11}`,
    String.raw`35(?:2[89]|[3-8]\d)\d{12}`,
    String.raw`6(?:011|4[4-9]\d|5\d\d)\d{12}`,
    String.raw`62\d{14,17}`,
    String.raw`(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}`,
  ].join('|')})$`,
);
const groupings = /^(?:\d{13,19}|4,4,4,[1-4](?:,[1-4])?|4,6,[45]|4,4,5)$/;

/** Luhn 1960: of the digits from behind, each second counts twice. */
const passes = (number: string): boolean => {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number.at(-1 - place));
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
};

const MOST_GROUPS = 5;

/** What a grouping begins with. */
const SHORTEST_GROUP = 4;

/** How many groups from the first on are the number of a card; 0 for none. */
const cardLength = (groups: readonly string[]): number => {
  if ((groups[0]?.length ?? 0) < SHORTEST_GROUP) return 0;
  for (let count = Math.min(MOST_GROUPS, groups.length); count > 0; count -= 1) {
    const some = groups.slice(0, count);
    const number = some.join('');
    const [only = ''] = some;
    const grouping = count === 1 ? only : some.map(({ length }) => length).join(',');
    if (number.length <= 19 && groupings.test(grouping) && issued.test(number) && passes(number)) return count;
  }
  return 0;
};

interface Group {
  said: string;
  start: number;
  end: number;
}

/** Groups of digits with one separator between them. */
const runsOf = (text: string): Group[][] => {
  const runs: Group[][] = [];
  for (const { 0: said, index } of text.matchAll(digits)) {
    const group = { said, start: index, end: index + said.length };
    const last = runs.at(-1)?.at(-1);
    if (last && separator.test(text.slice(last.end, index))) runs.at(-1)?.push(group);
    else runs.push([group]);
  }
  return runs;
};

/** A number that goes on in letters is the name of something. */
const standsAlone = (text: string, start: number, end: number): boolean =>
  !wordBefore.test(text.slice(Math.max(0, start - 2), start)) && !wordAfter.test(text.slice(end, end + 2));

/** Numbers of cards. */
export function cardsIn(text: string): Secret[] {
  const found: Secret[] = [];
  for (const groups of runsOf(text)) {
    for (let place = 0; place < groups.length; ) {
      const some = groups.slice(place, place + MOST_GROUPS);
      const count = cardLength(some.map(({ said }) => said));
      const [first, last] = [some[0], some[count - 1]];
      if (first && last && standsAlone(text, first.start, last.end))
        found.push({ start: first.start, end: last.end, kind: 'card number' });
      place += Math.max(1, count);
    }
  }
  return found;
}
