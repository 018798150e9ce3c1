import { isAssistants, type Statement } from '@hippocamp/shared/language/statement';
import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import { terms, words } from '@hippocamp/shared/text/terms';
import type { Extraction } from '../../../ports/extractor.js';
import type { Language } from '../../../ports/language.js';
import type { Span } from '../../../ports/records.js';
import { overlap } from '../../forgetting/redaction.js';
import type { Grounding } from '../../model/grounding.js';

/** What the local reader makes of a part. */
export interface LocalPart {
  /** What it keeps; where no judge reads that is all that is said, and then the model says what of it matters. */
  kept: readonly Extraction[];
  statements: readonly Statement[];
  verdicts: readonly PlacedVerdict[];
}

/** What a model says of a part. */
export interface Told {
  told: readonly Extraction[];
  /** Where it says what the text does not: there the local statement stands. */
  unsaid: readonly Span[];
}

export interface MergingDependencies {
  language: Pick<Language, 'tellsOfSelf'>;
  grounded: Grounding;
}

const lives: readonly Tier[] = ['short_term', 'episodic', 'semantic'];
/** How far a model moves what the local judge says. */
const BOUND = 0.1;
/** Of what only the model holds to be worth keeping. */
const onlyTold = { importance: 0.2, confidence: 0.5 };

type Rating = Pick<Extraction, 'memoryType' | 'importance' | 'confidence' | 'isJudged'>;

/** The local judge's, moved by the model: one step to a longer life, and no nearer to a person's review. */
function rated(local: Rating, told: Rating): Rating {
  const { memoryType, importance: matters, confidence } = told;
  if (local.isJudged === false) return { memoryType, importance: matters, confidence };
  const life = lives.indexOf(local.memoryType);
  const isLonger = lives.indexOf(told.memoryType) > life;
  const importance = Math.min(local.importance + BOUND, Math.max(local.importance - BOUND, told.importance));
  return {
    memoryType: (isLonger && lives[life + 1]) || local.memoryType,
    importance: Math.min(1, Math.max(0, importance)),
    confidence: Math.max(local.confidence, Math.min(told.confidence, local.confidence + BOUND)),
  };
}

const at = <One extends Span>(ones: readonly One[], place: Span): One[] => ones.filter((one) => overlap(one, place));

const stemsIn = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap(terms));

const hasAll = (known: ReadonlySet<string>, text: string): boolean => terms(text).every((term) => known.has(term));

/** It stands as it is: a person gets to see it, it puts something right, or its form alone cut it. */
const isFixed = ({ instructs, corrects, amends, inBlock, speaker }: Extraction): boolean =>
  Boolean(instructs || corrects || amends || inBlock || isAssistants(speaker));

/** What a statement says by itself; of an answer its own words, since a model says them with what was asked. */
const wordsOf = (statement: Statement): string => (statement.question === null ? statement.content : statement.words);

/** Whether it is put together of words that were said until then: "should" for "must" tells something else, however much both share. */
const isInTheirWords = ({ content, end }: Extraction, { statements }: LocalPart): boolean => {
  const before = statements.filter(({ start }) => start < end);
  const known = new Set(before.flatMap((one) => [...words(one.content), ...words(one.words)]));
  return words(content).every((word) => known.has(word));
};

/** Whether some statements of a model tell all words of what is kept at their place, of "I" where it does, or of whoever says it by name. */
function standFor(
  told: readonly Extraction[],
  own: Extraction,
  { statements }: LocalPart,
  { tellsOfSelf }: MergingDependencies['language'],
): boolean {
  const beside = at(told, own).map(({ content }) => content);
  if (beside.length === 0 || isFixed(own)) return false;
  const known = stemsIn(beside);
  const isTold = [...at(statements, own).map(wordsOf), own.speaker ?? ''].every((text) => hasAll(known, text));
  return isTold && beside.some(tellsOfSelf) === (own.speaker ? false : tellsOfSelf(own.content));
}

/** As the judge takes it that did not keep it: null where neither it nor the model takes it for more than passing. */
function ratedAlone(told: Extraction, verdicts: readonly PlacedVerdict[]): Rating | null {
  const [verdict] = at(verdicts, told).sort((one, other) => other.keep - one.keep);
  const likeliest = [...lives].sort((one, other) => (verdict?.tiers[other] ?? 0) - (verdict?.tiers[one] ?? 0));
  const memoryType = verdict ? (likeliest[0] ?? 'episodic') : 'episodic';
  const rating = rated({ memoryType, ...onlyTold }, told);
  return rating.memoryType === 'short_term' ? null : rating;
}

/**
 * What is kept of a part: all that the local reader keeps, in the model's words where these say all of it, and what the model says besides.
 * What the local reader has no words for takes the place of nothing by itself, and is for review where something in the part steers.
 */
export async function merged(
  tenant: TenantId,
  { told, unsaid }: Told,
  local: LocalPart,
  { language, grounded }: MergingDependencies,
): Promise<Extraction[]> {
  const isSure = (own: Extraction) => own.isJudged !== false || isFixed(own);
  // One that seems to steer by itself, as its sentence does not, would keep that from being stored.
  const worded = told.filter((one) => !one.instructs && isInTheirWords(one, local));
  const replaced = local.kept.filter((own) =>
    isSure(own) ? standFor(worded, own, local, language) : at(told, own).length > 0,
  );
  const left = local.kept.filter((own) => !replaced.includes(own));
  const kept = left.filter((own) => isSure(own) || at(unsaid, own).length > 0);
  const steers = [...local.kept, ...local.statements].some(({ instructs }) => instructs);
  const only = (one: Extraction): Extraction => ({
    ...one,
    perhapsUnmeant: true,
    instructs: one.instructs || steers,
  });

  const inPlaceOf = (one: Extraction, own: Extraction): Extraction => {
    const { contextBefore, perhapsUnmeant, isJudged } = own;
    const before = contextBefore === undefined ? {} : { contextBefore };
    const whole = { ...one, ...rated(own, one), ...before, ...(isJudged === undefined ? {} : { isJudged }) };
    if (!hasAll(stemsIn([own.content]), one.content)) return only(whole);
    return perhapsUnmeant ? { ...whole, perhapsUnmeant } : whole;
  };

  const adds = async (one: Extraction): Promise<Extraction[]> => {
    const [own, ...others] = at([...kept, ...replaced], one);
    if (own) {
      const said = [own.content, ...others.map(({ content }) => content)] as const;
      const words = [own, ...others].map(({ sourceSpan }) => sourceSpan).join(' ');
      const [isSaid] = await grounded(tenant, [{ content: one.content, said, words, names: said }]);
      return isSaid ? [] : [only({ ...one, ...rated(own, one) })];
    }
    const rating = ratedAlone(one, local.verdicts);
    return rating ? [only({ ...one, ...rating })] : [];
  };

  const all = [...kept];
  for (const one of told) {
    const own = at(replaced, one).find((each) => !isSure(each) || worded.includes(one));
    all.push(...(own ? [inPlaceOf(one, own)] : await adds(one)));
  }
  return all.sort((one, other) => one.start - other.start);
}
