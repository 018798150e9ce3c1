import { type MemoryBeside, neutral, type Stance } from '@hippocamp/shared/language/claim';
import type { ClaimOdds, ClaimOddsModel, ClaimReader, ReadMemory } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';
import { inParts } from '../in-parts.js';

export interface OddsClaimReaderDependencies {
  language: Pick<Language, 'tellsOfSelf' | 'besideClaim'>;
  model: ClaimOddsModel;
  /** The probability from which a memory decides. It is lower when another reader agrees. */
  sure?: number;
}

/** UTF-16 units. A longer claim is not read, and of a longer memory only the beginning. */
const LONGEST = 400;

/** UTF-16 units of memories read for one request, because the time grows with them. */
const MOST_UNITS = 4000;

/** The nearest memories that may be read with one of `of` statements, at least one. */
export const readBeside = <Row>(
  rows: readonly Row[],
  { of, most, textOf }: { of: number; most: number; textOf(row: Row): string },
): Row[] => {
  const unitsOf = (row: Row) => Math.min(textOf(row).length, LONGEST);
  const [first = []] = inParts(rows.slice(0, most), { units: MOST_UNITS / of, unitsOf });
  return first;
};

/** The probability from which a memory decides, measured on authors outside the training data (`docs/facts.md`). */
const SURE = 0.96;
/** A memory that reaches this makes an opposite verdict doubtful. */
const NOTICEABLE = 0.2;
/** The probability from which the model agrees with a language model. */
export const LEANS = 0.5;
/** The score of its evidence, less than that of equal text. */
export const SCORE = 0.9;

type Weighed = ClaimOdds & Omit<MemoryBeside, 'text'>;

const stanceOf = ({ supported, refuted, maySupport, mayRefute, otherName }: Weighed, sure: number): Stance => {
  if (supported >= sure && maySupport) return { stance: 'supports', score: SCORE, reason: 'direct_entailment' };
  // The model confuses names, such as two towns.
  const isOther = supported >= sure && otherName;
  return isOther || (refuted >= sure && mayRefute)
    ? { stance: 'refutes', score: SCORE, reason: 'value_mismatch' }
    : neutral;
};

const has = (stances: readonly Stance[], wanted: Stance['stance']): boolean =>
  stances.some(({ stance }) => stance === wanted);

/** If some memory leans to the opposite, no memory is believed, unless two are sure of opposite things. */
function agreed(odds: readonly Weighed[], sure: number): Stance[] {
  const stances = odds.map((one) => stanceOf(one, sure));
  const isDisputed =
    odds.some(({ supported, otherName }) => supported >= NOTICEABLE && !otherName) &&
    odds.some(({ refuted }) => refuted >= NOTICEABLE);
  const areOpposed = has(stances, 'supports') && has(stances, 'refutes');
  return isDisputed && !areOpposed ? odds.map(() => neutral) : stances;
}

/** The model was trained on texts with the speaker before them. */
const speakerOf = ({ text, names }: ReadMemory, tellsOfSelf: Language['tellsOfSelf']): string =>
  names[0] ?? (tellsOfSelf(text) ? 'user' : '');

/** The local model. It decides where it is sure and no memory speaks against it. */
export function createOddsClaimReader({ language, model, sure = SURE }: OddsClaimReaderDependencies): ClaimReader {
  return {
    method: 'model',
    // Reading costs little, and the same fact in other words may seem irrelevant.
    leastRelevance: 0,
    async read(tenant, claim, memories) {
      if (claim.length > LONGEST) return null;
      const beginnings = memories.map(({ text, names }) => ({ text: text.slice(0, LONGEST), names }));
      const beside = await language.besideClaim(tenant, claim, beginnings);
      const texts = beginnings.map((memory, place) => {
        const speaker = speakerOf(memory, language.tellsOfSelf);
        const text = beside[place]?.text ?? memory.text;
        return speaker === '' ? text : `${speaker}: ${text}`;
      });
      const odds = await model.weigh(tenant, claim, texts);
      if (!odds) return null;
      return agreed(
        odds.map((one, place) => {
          const { maySupport = false, mayRefute = false, otherName = false } = beside[place] ?? {};
          return { ...one, maySupport, mayRefute, otherName };
        }),
        sure,
      );
    },
  };
}
