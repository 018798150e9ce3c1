import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { DistilModel, ModelSentence } from '../../ports/distil-model.js';
import { type Language, UnreadableText } from '../../ports/language.js';
import { type Log, withoutText } from '../../ports/log.js';
import { ModelFailure } from '../../ports/model-failure.js';
import type { DistilSource } from '../../ports/records.js';
import { type Distillate, inLines, inOrder } from '../memory-store/compose.js';
import type { CallBudget } from '../model/call-budget.js';
import type { Grounding } from '../model/grounding.js';
import { isWithheld, withoutSecrets } from '../model/without-secrets.js';
import type { Steering } from '../reading/steering.js';

/** Null when the sources keep their own sentences. Rejects with `ModelFailure`. */
export type Distiller = (tenant: TenantId, sources: readonly DistilSource[]) => Promise<Distillate | null>;

export interface DistillerDependencies {
  model: DistilModel;
  language: Pick<Language, 'redact'>;
  grounded: Grounding;
  budget: CallBudget;
  steers: Steering;
  log: Log;
}

const METHOD = 'abstractive-1';

/** UTF-16 units of a source that are sent. */
const SOURCE_LENGTH = 1000;

const textOf = ({ content }: DistilSource): string => content.slice(0, SOURCE_LENGTH).toWellFormed();

interface DistilledSentence {
  content: string;
  sources: readonly DistilSource[];
}

/** Null when it names a source that it was not given. */
const distilledSentenceOf = (
  { content, sources: named }: ModelSentence,
  given: readonly DistilSource[],
): DistilledSentence | null => {
  const places = [...new Set(named)];
  const sources = places.flatMap((place) => given[place] ?? []);
  return sources.length === places.length ? { content: content.trim().replace(/\s+/g, ' '), sources } : null;
};

const isShort = ({ content, sources }: DistilledSentence): boolean =>
  content.length <= sources.reduce((sum, source) => sum + source.content.length, 0);

/** Uses a model's text only if each sentence is short and said in its sources. Secrets and orders are not sent. */
export function createDistiller({ model, language, grounded, budget, steers, log }: DistillerDependencies): Distiller {
  const maySend = async (tenant: TenantId, texts: readonly string[]): Promise<boolean> => {
    const clean = await withoutSecrets(tenant, texts, language.redact);
    if (clean.some((text, place) => text !== texts[place])) return false;
    return (await steers(tenant, texts)).every((each) => !each);
  };

  /** True when the joined sources support it, or when one does and none denies it. */
  const isSaid = async (tenant: TenantId, { content, sources }: DistilledSentence): Promise<boolean> => {
    const [first = '', ...others] = sources.map(textOf);
    const words = [first, ...others].join('\n');
    const telling = { content, words, names: sources.flatMap(({ speaker }) => speaker ?? []) };
    const [together] = await grounded(tenant, [{ ...telling, said: [words] }]);
    if (together) return true;
    return (await grounded(tenant, [{ ...telling, said: [first, ...others] }]))[0] === true;
  };

  const isUsable = async (tenant: TenantId, distilled: readonly DistilledSentence[]): Promise<boolean> => {
    if (!distilled.every(isShort)) return false;
    for (const one of distilled) if (!(await isSaid(tenant, one))) return false;
    const contents = distilled.map(({ content }) => content);
    return (await steers(tenant, contents)).every((each) => !each);
  };

  const distil: Distiller = async (tenant, given) => {
    const sources = [...given].sort(inOrder);
    const texts = sources.map(textOf);
    // A single source needs no other words.
    if (sources.length < 2 || sources.some(isWithheld) || !(await maySend(tenant, texts))) return null;
    const sentences = await budget.spend(tenant, (call) => model.distil(texts, call));
    if (sentences === null || sentences.length === 0) return null;
    const distilled = sentences.flatMap((each) => distilledSentenceOf(each, sources) ?? []);
    if (distilled.length === sentences.length && (await isUsable(tenant, distilled))) {
      const lines = distilled.map((each) => ({
        text: each.content,
        attribution: { sourceIds: each.sources.map(({ id }) => id) },
      }));
      return { method: `${METHOD} ${model.version}`, ...inLines(lines) };
    }
    log.warn({ tenant }, 'the language model distilled what its sources do not say; their own sentences are kept');
    return null;
  };

  return (tenant, sources) =>
    distil(tenant, sources).catch((error: unknown) => {
      if (error instanceof UnreadableText) return null;
      // One that rests is told by whoever asks it.
      if (error instanceof ModelFailure && error.asked)
        log.warn({ tenant, ...withoutText(error) }, 'the language model did not distil; sentences of sources are kept');
      throw error;
    });
}
