import { neutral, type Stance } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { words } from '@hippocamp/shared/text/terms';
import type { ClaimModel, ClaimReader, ModelStance, ReadMemory } from '../../ports/claim-reader.js';
import { type Language, UnreadableText } from '../../ports/language.js';
import { type Log, withoutText } from '../../ports/log.js';
import { ModelFailure } from '../../ports/model-failure.js';
import type { CallBudget } from '../model/call-budget.js';
import type { Grounding } from '../model/grounding.js';
import { speakersToTell } from '../model/speakers.js';
import { withoutSecrets } from '../model/without-secrets.js';
import type { Steering } from '../reading/steering.js';
import { LOW_RELEVANCE } from './verdict.js';

export interface LlmClaimReaderDependencies {
  language: Pick<Language, 'redact' | 'sentencesOf'>;
  /** The local model, which must agree with the language model. Null when it does not run. */
  leans: ClaimReader | null;
  grounded: Grounding;
  model: ClaimModel;
  budget: CallBudget;
  steers: Steering;
  log: Log;
}

/** UTF-16 units. A longer claim is not sent; of a longer memory the beginning is. */
const [LONGEST_CLAIM, MEMORY_LENGTH] = [2000, 1000];
/** The least confidence of a model that is believed, and the most that it is given. */
const [SURE, MOST] = [0.8, 0.9];

const reasons = { supports: 'direct_entailment', refutes: 'value_mismatch' } as const;

const wordsIn = (text: string): string => ` ${words(text).join(' ')} `;

/** Null when nobody knows who speaks, or no language model may be told. */
const speakerOf = ({ names, namesStayHere = false }: ReadMemory) => (namesStayHere ? null : (names[0] ?? null));

/** Two different answers count as none. */
const agreed = ([first, ...others]: readonly Stance[]): Stance =>
  first && others.every(({ stance }) => stance === first.stance) ? first : neutral;

/** A language model is believed if it is sure, quotes whole words, and the local model agrees. */
export function createLlmClaimReader({
  language,
  leans,
  grounded,
  model,
  budget,
  steers,
  log,
}: LlmClaimReaderDependencies): ClaimReader {
  /** Only whole words count. */
  const sentenceWith = async (tenant: TenantId, quoted: string, text: string): Promise<string | undefined> => {
    const wanted = wordsIn(quoted);
    const [sentences = []] = wanted.trim() === '' ? [] : await language.sentencesOf(tenant, [text]);
    return [...sentences, text].find((one) => wordsIn(one).includes(wanted));
  };

  const stanceOf = async (
    tenant: TenantId,
    claim: string,
    { stance, confidence, words: quoted }: ModelStance,
    { text, names }: ReadMemory,
  ) => {
    if (stance === 'neutral' || confidence < SURE) return neutral;
    const here = await sentenceWith(tenant, quoted, text);
    if (here === undefined) return neutral;
    const telling = { content: claim, said: [here] as const, words: here, names: [], speaker: names };
    const isSo =
      stance === 'supports'
        ? (await grounded(tenant, [telling]))[0]
        : (await leans?.read(tenant, claim, [{ text: here, names }]))?.[0]?.stance === stance;
    return isSo ? { stance, score: Math.min(MOST, confidence), reason: reasons[stance] } : neutral;
  };

  /** Null when it must not, or need not, be asked. */
  const ask = async (tenant: TenantId, claim: string, memories: readonly ReadMemory[]): Promise<Stance[] | null> => {
    if (claim.length > LONGEST_CLAIM) return null;
    const beginnings = memories.map(({ text }) => text.slice(0, MEMORY_LENGTH).toWellFormed());
    const steering = await steers(tenant, beginnings);
    const shown = [...memories.keys()].filter((place) => !steering[place] && !memories[place]?.staysHere);
    const texts = [claim, ...shown.map((place) => beginnings[place] ?? '')];
    const [sent = '', ...clean] = await withoutSecrets(tenant, texts, language.redact);
    if (shown.length === 0) return null;
    const names = shown.flatMap((place) => memories[place] ?? []).map(speakerOf);
    const speakers = await speakersToTell(tenant, names, { redact: language.redact, steers });
    const beside = clean.map((text, at) => ({ text, speaker: speakers[at] ?? null }));
    const answer = await budget.spend(tenant, (call) => model.stances(sent, beside, call));
    if (answer === null) return null;
    const stances: Stance[] = [];
    for (const [place, memory] of memories.entries()) {
      const own: Stance[] = [];
      for (const one of answer.filter(({ memory: at }) => shown[at] === place))
        own.push(await stanceOf(tenant, claim, one, memory));
      stances.push(agreed(own));
    }
    return stances;
  };

  return {
    method: 'llm',
    leastRelevance: LOW_RELEVANCE,
    async read(tenant, claim, memories) {
      return ask(tenant, claim, memories).catch((error: unknown) => {
        if (!(error instanceof ModelFailure || error instanceof UnreadableText)) throw error;
        // One that rests is told by whoever asks it.
        if (!(error instanceof ModelFailure) || error.asked)
          log.warn({ tenant, ...withoutText(error) }, 'the language model did not read a claim');
        return null;
      });
    },
  };
}
