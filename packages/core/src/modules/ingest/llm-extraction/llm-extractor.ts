import type { SourceText } from '@hippocamp/shared/language/statement';
import type { TenantId, Warning } from '@hippocamp/shared/schemas/common';
import type { Clock } from '../../../ports/clock.js';
import type { Extraction, Extractor, KnownNear } from '../../../ports/extractor.js';
import type { Language } from '../../../ports/language.js';
import { type Log, withoutText } from '../../../ports/log.js';
import { ModelFailure } from '../../../ports/model-failure.js';
import type { PartToRead, ReadingModel } from '../../../ports/reading-model.js';
import type { Span } from '../../../ports/records.js';
import type { CallBudget } from '../../model/call-budget.js';
import { createGrounding, type GroundingDependencies } from '../../model/grounding.js';
import { type ExtractDependencies, readLocally, spokenBy, versionsReadBy } from '../../reading/local-extractor.js';
import { createSteering } from '../../reading/steering.js';
import { createSemaphore, type Semaphore } from '../../waiting.js';
import { additionsTo, type LocalPart } from './additions.js';
import { type Part, type PartSize, partsOfText, partToSend } from './parts-of-text.js';
import { type Placed, placeStatements } from './placing.js';

interface ReadingTally {
  parts: number;
  unavailable: number;
  overBudget: number;
  /** Parts for which no time was left. */
  late: number;
  refused: number;
  /** Statements that the text does not say, or that are unusable. */
  statements: number;
}

const locally = (count: number, { parts }: ReadingTally) =>
  `${count} of ${parts} ${parts === 1 ? 'part' : 'parts'} of the text ${count === 1 ? 'was' : 'were'} read by the local reader`;

const refusedOf = (tally: ReadingTally): string[] => [
  ...(tally.refused > 0
    ? [`The language model gave an answer that cannot be used: ${locally(tally.refused, tally)}.`]
    : []),
  ...(tally.statements > 0
    ? [`${tally.statements} of what the language model told is not said in the text and was left out.`]
    : []),
];

/** Empty when all went well. */
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
  if (tally.late > 0) {
    const message = `The language model took too long: ${locally(tally.late, tally)}.`;
    warnings.push({ code: 'llm_late', message });
  }
  const refused = refusedOf(tally);
  if (refused.length > 0) warnings.push({ code: 'llm_answer_refused', message: refused.join(' ') });
  return warnings;
}

export interface LlmExtractorDependencies extends ExtractDependencies {
  language: ExtractDependencies['language'] & Pick<Language, 'redact' | 'unsaid'> & GroundingDependencies['language'];
  reads: GroundingDependencies['reads'];
  model: ReadingModel;
  budget: CallBudget;
  size: PartSize;
  /** The average time that a part may take, ms. Unlimited by default. */
  time?: { ofPart: number; clock: Pick<Clock, 'now'> };
  /** Called with the number of statements that were left out. */
  onUnusable?: (count: number) => void;
  /** Limits how many parts are read side by side. One after the other by default. */
  semaphore?: Semaphore;
  log: Log;
}

interface Work {
  tenant: TenantId;
  given: SourceText;
  known: KnownNear;
  local: Awaited<ReturnType<typeof readLocally>>;
  tally: ReadingTally;
  isOver(): boolean;
}

/** The time begins with the first part whose turn it is. */
function overAfter(parts: number, time: LlmExtractorDependencies['time']): Work['isOver'] {
  let end: number | undefined;
  return () => {
    if (!time) return false;
    const now = time.clock.now().getTime();
    end ??= now + parts * time.ofPart;
    return now >= end;
  };
}

/** The items of a part, with those in the gap before the next part, which is not sent. */
const within = <One extends Span>(all: readonly One[], parts: readonly Part[], place: number): One[] => {
  const start = place === 0 ? 0 : (parts[place]?.start ?? 0);
  const end = parts[place + 1]?.start ?? Number.POSITIVE_INFINITY;
  return all.filter((one) => one.start >= start && one.start < end);
};

/** Answers what a model adds to the local reader, which knows who speaks and what tries to steer its reader. */
export function createLlmExtractor(dependencies: LlmExtractorDependencies): Extractor {
  const { language, model, budget, size, time, keepsAssistant, onUnusable, log } = dependencies;
  const { semaphore = createSemaphore(1) } = dependencies;
  const steers = createSteering(dependencies);
  const grounded = createGrounding(dependencies);

  /** Leaves out memories that would steer the model: clients may have stored any. */
  const knownTo = (tenant: TenantId, known: KnownNear): KnownNear => {
    return async (part) => {
      const near = await known(part);
      const steering = await steers(tenant, near);
      return near.filter((_text, place) => !steering[place]);
    };
  };

  /** Null when the local reader's result has to do. */
  const ask = async ({ tenant, given, known, tally, isOver }: Work, part: Part) => {
    if (isOver()) {
      tally.late += 1;
      return null;
    }
    // A model that does not answer is not asked again for each part of a long text.
    if (tally.unavailable > 0) {
      tally.unavailable += 1;
      return null;
    }
    const near = { known: knownTo(tenant, known), redact: language.redact, steers, size };
    const sent = await partToSend(tenant, given, part, near);
    try {
      const answer = await budget.spend(tenant, (spent) => model.read(sent, spent));
      if (answer) return { sent, ...answer };
      tally.overBudget += 1;
      return null;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      // One that rests is told by whoever asks it.
      if (error.asked)
        log.warn({ tenant, ...withoutText(error) }, 'the language model did not read a text; the local reader did');
      tally[error.kind] += 1;
      return null;
    }
  };

  /** The placed statements that the text supports. Their names may come from the memories shown to the model. */
  const founded = async ({ tenant, tally }: Work, placed: readonly Placed[], { pieces, known }: PartToRead) => {
    const names = [...pieces.flatMap(({ speaker }) => speaker ?? []), ...known];
    const areSaid = await grounded(
      tenant,
      placed.map(({ extraction: { content, sourceSpan }, said }) => ({ content, said, words: sourceSpan, names })),
    );
    const groundedStatements = placed.flatMap(({ extraction }, place) => (areSaid[place] ? [extraction] : []));
    tally.statements += placed.length - groundedStatements.length;
    return groundedStatements;
  };

  const readPart = async (work: Work, part: Part, local: LocalPart): Promise<Extraction[] | null> => {
    const answer = await semaphore.take(work.tenant, () => ask(work, part));
    if (answer === null) return null;
    const { given, tenant, tally } = work;
    const { statements } = work.local;
    const { placed, unfounded } = placeStatements(answer.statements, { given, part, statements, by: model.versions });
    tally.statements += unfounded + answer.unusable;
    const groundedStatements = await founded(work, placed, answer.sent);
    if (groundedStatements.length === 0 && placed.length + unfounded > 0) {
      tally.refused += 1;
      return null;
    }
    const added = await additionsTo(local, groundedStatements, { tenant, grounded });
    const steering = await steers(
      tenant,
      added.map(({ content }) => content),
    );
    // A statement that steers goes to a person's review.
    return added.map((one, at) => (steering[at] ? { ...one, instructs: true } : one));
  };

  return {
    async extract(tenant, given, known) {
      const local = await readLocally(tenant, given, dependencies);
      const parts = await partsOfText(tenant, given, size);
      const tally = { parts: parts.length, unavailable: 0, overBudget: 0, late: 0, refused: 0, statements: 0 };
      const work = { tenant, given, known, local, tally, isOver: overAfter(parts.length, time) };
      const mine = parts.map((part, place) => ({
        part,
        kept: within(local.extractions, parts, place),
        statements: within(local.statements, parts, place),
        verdicts: local.verdicts,
      }));
      const found = await Promise.all(mine.map(({ part, ...each }) => readPart(work, part, each)));
      onUnusable?.(tally.statements);
      const isRead = found.some((each) => each !== null);
      const { extractor, prompt } = isRead ? model.versions : versionsReadBy(dependencies, local);
      const added = found.flatMap((each) => each ?? []);
      return {
        extractions: spokenBy(added, keepsAssistant),
        warnings: tellReading(tally),
        by: { extractor, prompt },
        // The local reader has counted them.
        leftOut: 0,
        verdicts: local.verdicts,
      };
    },
  };
}
