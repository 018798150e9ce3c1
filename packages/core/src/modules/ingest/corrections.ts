import type { Correction } from '@hippocamp/shared/language/judgement';
import { LONGEST_READ } from '@hippocamp/shared/language/reading';
import type { Extraction } from '../../ports/extractor.js';
import type { IngestOrder, TenantRepositories } from '../../ports/records.js';
import { staysHere } from '../model/without-secrets.js';
import { pace } from '../waiting.js';
import { inOneVoice, LATEST } from './candidates.js';

const [endsInWord, beginsInWord] = [/[\p{L}\p{N}.:,]$/u, /^(?:[\p{L}\p{N}]|[.:,]\p{N})/u];

/** Lower case of the same length, so that places still fit: "İ" would become longer. */
const lowered = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });

/** What may be put right. */
interface Told {
  said: string;
  lower: string;
  origin: Pick<Extraction, 'staysHere' | 'quotedUntil'>;
}

/** Empty for a long text, which says more than what is put right. Lowered once, since many corrections may follow. */
const toldIn = (said: string, origin: Told['origin']): Told[] =>
  said.length > LONGEST_READ ? [] : [{ said, lower: lowered(said), origin }];

const stays = { staysHere: true } as const;

/**
 * A statement of the same text, which may quote an earlier one. Only that it quotes nothing stays true once it is put
 * right: its quotation may end elsewhere then.
 */
const toldBy = ({ content, staysHere, quotedUntil }: Extraction): Told[] =>
  toldIn(content, { ...(staysHere ? stays : {}), ...(quotedUntil === 0 ? { quotedUntil } : {}) });

/** Only whole words and numbers count: "40" is not in "8:40" or "140". Two signs on either side may be one character. */
const isWhole = (text: string, at: number, end: number): boolean =>
  !endsInWord.test(text.slice(Math.max(0, at - 2), at)) && !beginsInWord.test(text.slice(end, end + 3));

/** Places within other words after which a text is given up. A text of one letter would have hundreds. */
const MOST_WITHIN = 50;

/** Null where the words stand nowhere, at several places, or within very many other words. */
function onlyPlace(wanted: string, text: string): number | null {
  let only: number | null = null;
  let within = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isWhole(text, at, at + wanted.length)) {
      within += 1;
      if (within > MOST_WITHIN) return null;
      continue;
    }
    if (only !== null) return null;
    only = at;
  }
  return only;
}

/** What stays here stays here wherever it is put. What may be quoted goes with the text that it comes from. */
type Right = Pick<Extraction, 'content'> & Told['origin'];

/** Null unless the corrected value occurs exactly once. */
function putRight({ said, lower, origin }: Told, wanted: string, { now, opening }: Correction): Right | null {
  const at = onlyPlace(wanted, lower);
  if (at === null) return null;
  const right = said.slice(0, at) + now + said.slice(at + wanted.length);
  return { content: right.startsWith(opening) ? right : `${opening}${right}`, ...origin };
}

interface SpokenTold extends Told {
  speaker: string | null;
}

/** Earlier statements that a correction may be about. */
const MOST_BEFORE = 100;

/** The nearest earlier statement, or else the only known memory that fits, put right. Several when more memories fit. */
async function rightOnes(
  corrects: Correction,
  voice: Pick<SpokenTold, 'speaker'>,
  { told, latest }: { told: readonly SpokenTold[]; latest: readonly Told[] },
): Promise<Right[]> {
  const wanted = lowered(corrects.was);
  for (const said of told.slice(-MOST_BEFORE).reverse()) {
    await pace();
    const right = inOneVoice(voice, said) ? putRight(said, wanted, corrects) : null;
    if (right !== null) return [right];
  }
  return latest.flatMap((said) => putRight(said, wanted, corrects) ?? []);
}

/** Completes corrections: "Correction: it's 14, not 40." becomes "Correction: The hall holds 14 people." */
export async function corrected(
  extractions: readonly Extraction[],
  { ownerEntityId = null }: Pick<IngestOrder, 'ownerEntityId'>,
  { memories }: Pick<TenantRepositories, 'memories'>,
): Promise<Extraction[]> {
  if (extractions.every(({ corrects }) => !corrects)) return [...extractions];
  const own = { ownerEntityId, includeArchived: false, includeSuperseded: false, exceptAssistants: true };
  const known = await memories.getMany(await memories.matching(own, { before: null, limit: LATEST }));
  const latest = known.flatMap((memory) => toldIn(memory.content, staysHere(memory) ? stays : {}));
  const isLongMeant = [...extractions, ...known].some(({ content }) => content.length > LONGEST_READ);
  const whole: Extraction[] = [];
  const told: SpokenTold[] = [];
  for (const extraction of extractions) {
    await pace();
    const { corrects, ...said } = extraction;
    const { quotedUntil: _own, ...rest } = said;
    const { speaker = null } = extraction;
    const [right, ...others] = corrects ? await rightOnes(corrects, { speaker }, { told, latest }) : [said];
    // Left out where nothing says what it corrects, and kept as it was said where several may, or a long text.
    if (right === undefined && !isLongMeant) continue;
    // No judge has read the words that are put right.
    const one = right === undefined || others.length > 0 || !corrects ? said : { ...rest, ...right, isJudged: false };
    whole.push(one);
    told.push(...toldBy(one).map((each) => ({ ...each, speaker })));
  }
  return whole;
}
