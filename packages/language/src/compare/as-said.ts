import type { ComparedPair } from '@hippocamp/shared/language/comparison';
import { withoutResolved } from '../words/resolved.js';

/** "Ewa needs 40 minutes" as Ewa said it: a memory has the name of a labelled speaker in place of "I". */
function inFirstPerson(text: string, speaker: string | null): string {
  if (!speaker) return text;
  if (text.startsWith(`${speaker}'s `)) return `My ${text.slice(speaker.length + 3)}`;
  if (!text.startsWith(`${speaker} `)) return text;
  return `I ${text.slice(speaker.length + 1)}`.replace(/^I is\b/, 'I am').replace(/^I has\b/, 'I have');
}

type Pair = Pick<ComparedPair, 'older' | 'newer' | 'speaker'>;

/** Both texts as they were said; a date that is resolved beside one of them alone is no difference. */
export function asSaid({ older, newer, speaker = null }: Pair): { older: string; newer: string } {
  const said = [older, newer].map((text) => inFirstPerson(text, speaker));
  const plain = said.map(withoutResolved);
  const areResolved = said.map((text, place) => text !== plain[place]);
  const [first = older, second = newer] = areResolved[0] === areResolved[1] ? said : plain;
  return { older: first, newer: second };
}
