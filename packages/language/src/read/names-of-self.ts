import { withoutEnd } from '@hippocamp/shared/text/ends';

const properName = "\\p{Lu}[\\p{L}\\p{M}'’-]{0,40}(?: \\p{Lu}[\\p{L}\\p{M}'’-]{0,40}){0,2}";

/** "My name is Mara", "I'm called Mara": said by itself, not of a pet and not of an earlier time. */
const given = new RegExp(
  `(?:^|[.!?;,] ?|\\b(?:[Hh]i|[Hh]ello|[Hh]ey|and|but) )(?:[Mm]y (?:full |real |first )?name(?:['’]s| is)|[Ii](?:['’]m| am) (?:called|named)|[Ii] go by) (?:now |actually )?["“]?(${properName})(?=$|[\\s.,;!?"”)])`,
  'gu',
);

/** By what names the first person of a text calls itself, in lower case. */
export const namesOfSelf = (content: string): string[] => [
  ...new Set([...content.matchAll(given)].map((found) => withoutEnd(found[1] ?? '', /['’-]/).toLowerCase())),
];
