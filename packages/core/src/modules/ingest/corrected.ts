import type { Correction } from '@hippocamp/shared/language/correction';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestOrder, TenantRepositories } from '../../ports/records.js';
import { LATEST } from './candidates.js';
import { inOneVoice } from './known-fact.js';

const [endsInWord, beginsInWord] = [/[\p{L}\p{N}.:,]$/u, /^(?:[\p{L}\p{N}]|[.:,]\p{N})/u];

/** In lower case, with every letter at its place: "İ" would be longer. */
const lowered = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });

/** Where it stands as a whole: "40" is not in "8:40" or "140". */
function placesOf(was: string, said: string): number[] {
  const [wanted, text] = [lowered(was), lowered(said)];
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isWhole = !endsInWord.test(text.slice(0, at)) && !beginsInWord.test(text.slice(at + wanted.length));
    if (isWhole) places.push(at);
  }
  return places;
}

/** What was said, put right; null where it has not, once, what is corrected. */
function putRight(said: string, { was, now, opening }: Correction): string | null {
  const [at, ...others] = placesOf(was, said);
  if (at === undefined || others.length > 0) return null;
  const right = said.slice(0, at) + now + said.slice(at + was.length);
  return right.startsWith(opening) ? right : `${opening}${right}`;
}

/** The nearest thing said that it can be about, put right; itself where there are several, null where there is none. */
function told({ content, corrects }: Extraction, before: readonly string[], latest: readonly string[]): string | null {
  if (!corrects) return content;
  const inText = before.flatMap((said) => putRight(said, corrects) ?? []);
  if (inText.length > 0) return inText.at(-1) ?? null;
  const known = latest.flatMap((said) => putRight(said, corrects) ?? []);
  return known.length > 1 ? content : (known[0] ?? null);
}

/**
 * The candidates, with what only puts something right told in full: after "The hall holds 40 people.", "Correction: it's 14, not 40."
 * becomes "Correction: The hall holds 14 people." Where nobody can say what it is about it is left out, since it means nothing alone.
 */
export async function corrected(
  extractions: readonly Extraction[],
  { ownerEntityId = null }: Pick<IngestOrder, 'ownerEntityId'>,
  { memories }: Pick<TenantRepositories, 'memories'>,
): Promise<Extraction[]> {
  if (extractions.every(({ corrects }) => !corrects)) return [...extractions];
  const own = { ownerEntityId, includeArchived: false, includeSuperseded: false, exceptAssistants: true };
  const latest = await memories.getMany(await memories.matching(own, { before: null, limit: LATEST }));
  const contents = latest.map(({ content }) => content);
  const voiceOf = ({ speaker = null }: Extraction) => ({ speaker });
  const whole: Extraction[] = [];
  for (const extraction of extractions) {
    const { corrects: _corrects, ...rest } = extraction;
    const before = whole.filter((one) => inOneVoice(voiceOf(extraction), voiceOf(one))).map((one) => one.content);
    const content = told(extraction, before, contents);
    if (content !== null) whole.push({ ...rest, content });
  }
  return whole;
}
