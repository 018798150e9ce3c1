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

/** UTF-16 units: a longer claim is no statement, and a longer memory no fact. */
const LONGEST = 400;

/**
 * UTF-16 units of memories that are read for one request, since reading takes in proportion to them: those of ten that are long, of some
 * forty facts.
 */
const MOST_UNITS = 4000;

/** The nearest memories that may be read with one of several statements, at least one. */
export const readBeside = <Row>(
  rows: readonly Row[],
  { of, most, textOf }: { of: number; most: number; textOf(row: Row): string },
): Row[] => {
  const unitsOf = (row: Row) => Math.min(textOf(row).length, LONGEST);
  const [first = []] = inParts(rows.slice(0, most), { units: MOST_UNITS / of, unitsOf });
  return first;
};

/**
 * The probability from which a memory decides. It was chosen on authors outside the training data, see `docs/facts.md`.
 */
const SURE = 0.96;
/** A memory that reaches this makes another's verdict doubtful, unless that one is sure. */
const NOTICEABLE = 0.2;
/** The probability from which it agrees with a language model. */
export const LEANS = 0.5;
/** The strength of what it decides, as evidence: less than that of equal text. */
export const SCORE = 0.9;

/** The odds of a memory, limited by what its words allow. */
type Weighed = ClaimOdds & Omit<MemoryBeside, 'text'>;

const stanceOf = ({ supported, refuted, maySupport, mayRefute, otherName }: Weighed, sure: number): Stance => {
  if (supported >= sure && maySupport) return { stance: 'supports', score: SCORE, reason: 'direct_entailment' };
  // A model takes one town for another.
  const isOther = supported >= sure && otherName;
  return isOther || (refuted >= sure && mayRefute)
    ? { stance: 'refutes', score: SCORE, reason: 'value_mismatch' }
    : neutral;
};

const has = (stances: readonly Stance[], wanted: Stance['stance']): boolean =>
  stances.some(({ stance }) => stance === wanted);

/** Two memories that are sure of opposite things both say so; where one is sure and another only leans to the opposite, neither is believed. */
function agreed(odds: readonly Weighed[], sure: number): Stance[] {
  const stances = odds.map((one) => stanceOf(one, sure));
  const isDisputed =
    odds.some(({ supported, otherName }) => supported >= NOTICEABLE && !otherName) &&
    odds.some(({ refuted }) => refuted >= NOTICEABLE);
  const areOpposed = has(stances, 'supports') && has(stances, 'refutes');
  return isDisputed && !areOpposed ? odds.map(() => neutral) : stances;
}

/** The speaker stands before the text, as in the model's training. */
const speakerOf = ({ text, names }: ReadMemory, tellsOfSelf: Language['tellsOfSelf']): string =>
  names[0] ?? (tellsOfSelf(text) ? 'user' : '');

/** A model that ships with the service and reads claims beside memories: it decides where it is sure and no memory speaks against it. */
export function createOddsClaimReader({ language, model, sure = SURE }: OddsClaimReaderDependencies): ClaimReader {
  return {
    method: 'model',
    // It costs little, and what says the same in other words may seem to have nothing to do with it.
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
