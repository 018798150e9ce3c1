import type { MemoryBeside } from '@hippocamp/shared/language/claim';
import { neutral, type Relation } from '@hippocamp/shared/language/stance';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ClaimOdds, ClaimOddsModel } from '../../ports/claim-odds.js';
import type { ClaimReader, ReadMemory } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';

export interface OddsClaimReaderDependencies {
  language: Pick<Language, 'tellsOfSelf' | 'besideClaim'>;
  model: ClaimOddsModel;
}

/** UTF-16 units: a longer claim is no statement, and a longer memory no fact. */
const LONGEST = 400;

/** From which probability on a memory decides; chosen on authors of whom nothing was learned, see `docs/facts.md`. */
const SURE = 0.96;
/** What rules say is wrong where it is less likely than this. */
const UNLIKELY = 0.1;
/** What one memory makes likely, no other may make unlikely. */
const NOTICEABLE = 0.5;
/** The strength of what it decides, as evidence: less than what rules read word for word. */
const SCORE = 0.9;

const nothing: Relation = { stance: neutral.stance, score: neutral.score, reason: neutral.reason };

/** What a memory says of the claim, as far as it may by its words. */
type Weighed = ClaimOdds & Pick<MemoryBeside, 'maySupport' | 'mayRefute'>;

const relationOf = ({ supported, refuted, maySupport, mayRefute }: Weighed): Relation => {
  if (supported >= SURE && maySupport) return { stance: 'supports', score: SCORE, reason: 'direct_entailment' };
  return refuted >= SURE && mayRefute ? { stance: 'refutes', score: SCORE, reason: 'value_mismatch' } : nothing;
};

/** Whose "I" it is stands before it, as the model has learned it. */
const speakerOf = ({ text, names }: ReadMemory, tellsOfSelf: Language['tellsOfSelf']): string =>
  names[0] ?? (tellsOfSelf(text) ? 'user' : '');

/** A model that ships with the service and reads claims beside memories: it decides where it is sure and no memory speaks against it. */
export function createOddsClaimReader({ language, model }: OddsClaimReaderDependencies): ClaimReader {
  const oddsOf = async (
    tenant: TenantId,
    claim: string,
    memories: readonly ReadMemory[],
  ): Promise<Weighed[] | null> => {
    if (claim.length > LONGEST) return null;
    const read = memories.map(({ text, names }) => ({ text: text.slice(0, LONGEST), names }));
    const beside = await language.besideClaim(tenant, claim, read);
    const told = read.map((memory, place) => {
      const speaker = speakerOf(memory, language.tellsOfSelf);
      const text = beside[place]?.text ?? memory.text;
      return speaker === '' ? text : `${speaker}: ${text}`;
    });
    const odds = await model.weigh(tenant, claim, told);
    if (!odds) return null;
    return odds.map((one, place) => {
      const { maySupport = false, mayRefute = false } = beside[place] ?? {};
      return { ...one, maySupport, mayRefute };
    });
  };

  return {
    method: 'model',
    // It costs little, and what says the same in other words may seem to have nothing to do with it.
    leastRelevance: 0,
    async read(tenant, claim, memories) {
      const odds = await oddsOf(tenant, claim, memories);
      if (!odds) return null;
      const isDisputed =
        odds.some(({ supported }) => supported >= NOTICEABLE) && odds.some(({ refuted }) => refuted >= NOTICEABLE);
      return isDisputed ? odds.map(() => nothing) : odds.map(relationOf);
    },
    async disputes(tenant, claim, memories) {
      const odds = await oddsOf(tenant, claim, memories);
      return (
        odds &&
        memories.map(({ stance }, place) => {
          const { supported, refuted } = odds[place] ?? { supported: 1, refuted: 1 };
          return (stance === 'supports' ? supported : refuted) < UNLIKELY;
        })
      );
    },
  };
}
