import type { Statement } from '@hippocamp/shared/language/statement';
import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { TenantId, Tier } from '@hippocamp/shared/schemas/common';
import { stemsOf, terms } from '@hippocamp/shared/text/terms';
import type { Extraction } from '../../../ports/extractor.js';
import type { Span } from '../../../ports/records.js';
import type { Grounding } from '../../model/grounding.js';
import { overlap } from '../../text/redaction.js';

export interface LocalPart {
  kept: readonly Extraction[];
  statements: readonly Statement[];
  verdicts: readonly PlacedVerdict[];
}

const lives: readonly Tier[] = ['short_term', 'episodic', 'semantic'];
/** The most that a model may change a rating of the local judge. */
const BOUND = 0.1;
/** The ratings of statements that only the model keeps. */
const unjudged = { importance: 0.2, confidence: 0.5 };

type Rating = Pick<Extraction, 'memoryType' | 'importance' | 'confidence'>;

/** A model may lengthen the life by one step. It cannot lower the confidence, which would lead to review. */
function rated(local: Rating, fromModel: Rating): Rating {
  const life = lives.indexOf(local.memoryType);
  const isLonger = lives.indexOf(fromModel.memoryType) > life;
  const importance = Math.min(local.importance + BOUND, Math.max(local.importance - BOUND, fromModel.importance));
  return {
    memoryType: (isLonger && lives[life + 1]) || local.memoryType,
    importance: Math.min(1, Math.max(0, importance)),
    confidence: Math.max(local.confidence, Math.min(fromModel.confidence, local.confidence + BOUND)),
  };
}

const at = <One extends Span>(ones: readonly One[], place: Span): One[] => ones.filter((one) => overlap(one, place));

/** The rating of a statement that the judge left out. Null when it would be short-lived. */
function ratedAlone(fromModel: Extraction, verdicts: readonly PlacedVerdict[]): Rating | null {
  const [verdict] = at(verdicts, fromModel).sort((one, other) => other.keep - one.keep);
  const likeliest = [...lives].sort((one, other) => (verdict?.tiers[other] ?? 0) - (verdict?.tiers[one] ?? 0));
  const memoryType = verdict ? (likeliest[0] ?? 'episodic') : 'episodic';
  const rating = rated({ memoryType, ...unjudged }, fromModel);
  return rating.memoryType === 'short_term' ? null : rating;
}

/** The model's extractions that no memory of the local reader says. They replace nothing without review. */
export async function additionsTo(
  { kept, statements, verdicts }: LocalPart,
  fromModel: readonly Extraction[],
  { tenant, grounded }: { tenant: TenantId; grounded: Grounding },
): Promise<Extraction[]> {
  const steers = [...kept, ...statements].some(({ instructs }) => instructs);

  const isKept = async ({ content, sourceSpan }: Extraction, beside: readonly Extraction[]): Promise<boolean> => {
    const [first, ...others] = beside.map((own) => own.content);
    if (first === undefined) return false;
    const said = [first, ...others] as const;
    const known = stemsOf(said.join(' '));
    if (terms(sourceSpan).every((term) => known.has(term))) return true;
    const words = beside.map((own) => own.sourceSpan).join(' ');
    const [isSaid] = await grounded(tenant, [{ content, said, words, names: said }]);
    return isSaid === true;
  };

  const added: Extraction[] = [];
  for (const one of fromModel) {
    const beside = at(kept, one);
    const rating = beside[0] ? rated(beside[0], one) : ratedAlone(one, verdicts);
    if (rating === null || (await isKept(one, beside))) continue;
    added.push({ ...one, ...rating, perhapsUnmeant: true, instructs: one.instructs || steers });
  }
  return added;
}
