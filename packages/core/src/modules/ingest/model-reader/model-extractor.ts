import { isAssistants, type SourceText } from '@hippocamp/shared/language/statement';
import type { TenantId, Warning } from '@hippocamp/shared/schemas/common';
import type { Extraction, Extractor, KnownNear } from '../../../ports/extractor.js';
import type { Language } from '../../../ports/language.js';
import { type Log, withoutText } from '../../../ports/log.js';
import { ModelFailure } from '../../../ports/model-failure.js';
import type { PartToRead, ReadingModel } from '../../../ports/reading-model.js';
import { overlap } from '../../forgetting/redaction.js';
import type { CallBudget } from '../../model/call-budget.js';
import { createSteering } from '../../model/steering.js';
import { type VouchingLanguage, vouched } from '../../model/vouching.js';
import { createTurns, type Turns } from '../../turns.js';
import { type ExtractDependencies, readerOf, readLocally, spokenBy, uncovered } from '../local-extractor.js';
import { type Part, type PartSize, partsOfText, partToSend, placeStatements } from './parts-of-text.js';

/** How the parts of one text were read. */
interface ReadingTally {
  parts: number;
  unavailable: number;
  overBudget: number;
  /** Answers that could not be used at all. */
  refused: number;
  /** Statements of answers whose span, or a number or name of which, is not in the text, or that are none. */
  statements: number;
}

const locally = (count: number, { parts }: ReadingTally) =>
  `${count} of ${parts} ${parts === 1 ? 'part' : 'parts'} of the text ${count === 1 ? 'was' : 'were'} read by the local reader`;

const refusedOf = (tally: ReadingTally): string[] => [
  ...(tally.refused > 0
    ? [`The language model gave an answer that cannot be used: ${locally(tally.refused, tally)}.`]
    : []),
  ...(tally.statements > 0
    ? [`${tally.statements} of what the language model told is not said in the text in these words and was left out.`]
    : []),
];

/** What the caller should know of it; nothing where all went well. */
function tellReading(tally: ReadingTally): Warning[] {
  const warnings: Warning[] = [];
  if (tally.unavailable > 0) {
    const message = `The language model does not answer: ${locally(tally.unavailable, tally)}.`;
    warnings.push({ code: 'llm_unavailable', message });
  }
  if (tally.overBudget > 0) {
    const message = `The calls of the language model for today are used up: ${locally(tally.overBudget, tally)}.`;
    warnings.push({ code: 'llm_budget', message });
  }
  const refused = refusedOf(tally);
  if (refused.length > 0) warnings.push({ code: 'llm_answer_refused', message: refused.join(' ') });
  return warnings;
}

export interface ModelExtractorDependencies extends ExtractDependencies {
  language: ExtractDependencies['language'] & Pick<Language, 'redact'> & VouchingLanguage;
  model: ReadingModel;
  budget: CallBudget;
  size: PartSize;
  /** Told of statements that were left out. */
  onUnusable?: (count: number) => void;
  /** In which parts of texts are read side by side; one after the other unless given. */
  turns?: Turns;
  log: Log;
}

interface Work {
  tenant: TenantId;
  given: SourceText;
  known: KnownNear;
  local: Awaited<ReturnType<typeof readLocally>>;
  tally: ReadingTally;
}

/** Those of a part, and of what lies between it and the next, which is not sent. */
const within = (extractions: readonly Extraction[], parts: readonly Part[], place: number) => {
  const start = place === 0 ? 0 : (parts[place]?.start ?? 0);
  const end = parts[place + 1]?.start ?? Number.POSITIVE_INFINITY;
  return extractions.filter((one) => one.start >= start && one.start < end);
};

/**
 * What a text tells is what a model says, part by part, as far as its spans, numbers and names stand in the text; where it does not answer, what the
 * local reader says. That one reads beside it always: it knows who speaks, what is nobody's, and what tries to steer its reader.
 */
export function createModelExtractor(dependencies: ModelExtractorDependencies): Extractor {
  const { language, model, budget, size, keepsAssistant, turns = createTurns(1), onUnusable, log } = dependencies;

  const steers = createSteering(dependencies);

  /** Without memories that would steer it: clients may have stored any. */
  const knownTo = (tenant: TenantId, known: KnownNear): KnownNear => {
    return async (part) => {
      const near = await known(part);
      const steering = await steers(tenant, near);
      return near.filter((_text, place) => !steering[place]);
    };
  };

  /** Null where the local reader has to do. */
  const ask = async ({ tenant, given, known, tally }: Work, part: Part) => {
    // One that does not answer is not asked again for each part of a long text.
    if (tally.unavailable > 0) {
      tally.unavailable += 1;
      return null;
    }
    const near = { known: knownTo(tenant, known), redact: language.redact, size };
    const sent = await partToSend(tenant, given, part, near);
    try {
      const answer = await budget.spend(tenant, (spent) => model.read(sent, spent));
      if (answer) return { sent, ...answer };
      tally.overBudget += 1;
      return null;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      log.warn({ tenant, ...withoutText(error) }, 'the language model did not read a text; the local reader did');
      tally[error.kind] += 1;
      return null;
    }
  };

  /** A statement may stand where it says, and still name a number or somebody of whom nothing was said. */
  const withoutInventions = async (
    tenant: TenantId,
    found: readonly Extraction[],
    { pieces, known }: PartToRead,
  ): Promise<Extraction[]> => {
    const speakers = pieces.flatMap(({ speaker }) => speaker ?? []);
    const told = { text: pieces.map(({ text }) => text).join('\n'), names: [...speakers, ...known] };
    const contents = found.map(({ content }) => content);
    const areVouched = await vouched(tenant, contents, told, language);
    return found.filter((_one, place) => areVouched[place]);
  };

  const readPart = async (work: Work, part: Part, mine: readonly Extraction[]) => {
    const answer = await turns.take(work.tenant, () => ask(work, part));
    if (answer === null) return null;
    const { given, tenant, tally } = work;
    const { statements } = work.local;
    const placed = placeStatements(answer.statements, { given, part, statements, by: model.versions });
    tally.statements += placed.unfounded + answer.unusable;
    const founded = await withoutInventions(tenant, placed.extractions, answer.sent);
    tally.statements += placed.extractions.length - founded.length;
    const steering = mine.filter(({ instructs }) => instructs);
    const worded = await steers(
      tenant,
      founded.map(({ content }) => content),
    );
    const found = founded.map((one, at) =>
      worded[at] || steering.some((each) => overlap(each, one)) ? { ...one, instructs: true } : one,
    );
    // A person gets to see what steers, whether or not the model followed it; what an assistant told is cut by its form alone.
    const local = mine.filter(({ instructs, speaker }) => instructs || isAssistants(speaker));
    const unseen = local.filter((each) => !found.some((one) => overlap(each, one)));
    const all = [...found, ...unseen];
    return all.sort((first, second) => first.start - second.start);
  };

  return {
    async extract(tenant, given, known) {
      const local = await readLocally(tenant, given, dependencies);
      const parts = await partsOfText(given, size);
      const tally = { parts: parts.length, unavailable: 0, overBudget: 0, refused: 0, statements: 0 };
      const work = { tenant, given, known, local, tally };
      const mine = parts.map((_part, place) => within(local.extractions, parts, place));
      const found = await Promise.all(parts.map((part, place) => readPart(work, part, mine[place] ?? [])));
      const extractions =
        parts.length === 0 ? local.extractions : found.flatMap((each, place) => each ?? mine[place] ?? []);
      onUnusable?.(tally.statements);
      const isRead = found.some((each) => each !== null);
      const { extractor, prompt } = isRead ? model.versions : readerOf(dependencies, local);
      const kept = spokenBy(extractions, keepsAssistant);
      return {
        extractions: kept,
        warnings: tellReading(tally),
        by: { extractor, prompt },
        leftOut: uncovered(local.statements, extractions),
        verdicts: local.verdicts,
      };
    },
  };
}
