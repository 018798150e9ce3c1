import { neutral, type Stance } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ClaimModel, ModelStance } from '../../ports/claim-model.js';
import type { ClaimReader, ReadMemory } from '../../ports/claim-reader.js';
import { type Language, UnreadableText } from '../../ports/language.js';
import { type Log, withoutText } from '../../ports/log.js';
import { ModelFailure } from '../../ports/model-failure.js';
import type { CallBudget } from '../model/call-budget.js';
import type { Steering } from '../model/steering.js';
import { withoutSecrets } from '../model/without-secrets.js';
import { LOW_RELEVANCE } from './verdict.js';

export interface ModelClaimReaderDependencies {
  language: Pick<Language, 'redact'>;
  model: ClaimModel;
  budget: CallBudget;
  steers: Steering;
  log: Log;
}

/** UTF-16 units: a longer claim is no statement, and of a longer memory its beginning is sent. */
const [LONGEST_CLAIM, MEMORY_LENGTH] = [2000, 1000];
/** A model that is less sure is not believed, and none is believed more than this. */
const [SURE, MOST] = [0.8, 0.9];

const reasons = { supports: 'direct_entailment', refutes: 'value_mismatch' } as const;

/** What it says, where it is sure and the memory has the words that say so. */
const stanceOf = ({ stance, confidence, words }: ModelStance, { text }: ReadMemory): Stance => {
  const said = words.trim();
  if (stance === 'neutral' || confidence < SURE || said === '' || !text.includes(said)) return neutral;
  return { stance, score: Math.min(MOST, confidence), reason: reasons[stance] };
};

/** Of one memory; two answers that are not the same are none. */
const agreed = ([first, ...others]: readonly Stance[]): Stance =>
  first && others.every(({ stance }) => stance === first.stance) ? first : neutral;

const isPassing = (error: unknown) => error instanceof ModelFailure || error instanceof UnreadableText;

/**
 * A model that reads claims beside memories. It is shown none that tries to steer it, and believed where it is sure and what it
 * quotes stands there.
 */
export function createModelClaimReader(dependencies: ModelClaimReaderDependencies): ClaimReader {
  const { language, model, budget, steers, log } = dependencies;

  /** Null where it may not, or need not, be asked. */
  const ask = async (tenant: TenantId, claim: string, memories: readonly ReadMemory[]): Promise<Stance[] | null> => {
    if (claim.length > LONGEST_CLAIM) return null;
    const beginnings = memories.map(({ text }) => text.slice(0, MEMORY_LENGTH).toWellFormed());
    const steering = await steers(tenant, beginnings);
    const shown = [...memories.keys()].filter((place) => !steering[place] && !memories[place]?.staysHere);
    const texts = [claim, ...shown.map((place) => beginnings[place] ?? '')];
    const [sent = '', ...clean] = await withoutSecrets(tenant, texts, language.redact);
    if (shown.length === 0) return null;
    const beside = clean.map((text, at) => ({ text, speaker: memories[shown[at] ?? -1]?.names[0] ?? null }));
    const told = await budget.spend(tenant, (spent) => model.stances(sent, beside, spent));
    if (told === null) return null;
    return memories.map((memory, place) => {
      const own = told.filter(({ memory: at }) => shown[at] === place);
      return agreed(own.map((one) => stanceOf(one, memory)));
    });
  };

  return {
    method: 'llm',
    leastRelevance: LOW_RELEVANCE,
    async read(tenant, claim, memories) {
      return ask(tenant, claim, memories).catch((error: unknown) => {
        if (!isPassing(error)) throw error;
        log.warn({ tenant, ...withoutText(error) }, 'the language model did not read a claim');
        return null;
      });
    },
  };
}
