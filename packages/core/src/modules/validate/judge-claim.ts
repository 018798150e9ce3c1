import type { PartStances } from '@hippocamp/shared/language/claim';
import { neutral, type Relation, type Stance } from '@hippocamp/shared/language/stance';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateMethod } from '@hippocamp/shared/schemas/validate';
import type { ClaimReader } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';
import { type Judgement, judge, type Weighed } from './verdict.js';
import type { Weighing } from './weigh.js';

/** A part of a claim with what was weighed for it. */
export interface JudgedPart {
  rows: readonly Weighed[];
  judgement: Judgement;
}

export interface JudgedParts {
  parts: JudgedPart[];
  method: ValidateMethod;
}

/** Memories that are read beside a part, and beside all parts of one claim. */
const [MOST_OF_PART, MOST_OF_CLAIM] = [8, 32];

const judged = ({ weigh }: Weighing, stances: readonly PartStances[]): JudgedPart[] =>
  weigh(stances).map((rows) => ({ rows, judgement: judge(rows) }));

/** Rules tell nothing of it at all, not even that it may have changed. */
const isOpen = ({ stance, reason, doubts }: Stance): boolean => stance === 'neutral' && reason === null && !doubts;

/** Nothing that is known decides about it, and no two things that are known stand against each other. */
const isUndecided = ({ judgement: { verdict, reasons } }: JudgedPart): boolean =>
  verdict === 'not_enough_info' && reasons.every((reason) => reason === 'no_evidence' || reason === 'low_relevance');

export interface JudgingDependencies {
  language: Pick<Language, 'relate'>;
  /** Null where rules alone judge. */
  claimReader: ClaimReader | null;
}

/** What was read takes the place of what rules left open. A later reading of the same holds over an earlier one. */
const withRelations = (told: PartStances, places: readonly number[], relations: readonly Relation[]): PartStances => {
  const read = new Map(places.map((place, index) => [place, relations[index] ?? neutral]));
  const stances = told.stances.map((stance, place) => {
    const relation = read.get(place);
    return relation ? { ...stance, ...relation, bySlot: true } : stance;
  });
  return { ...told, stances };
};

/** Of each part that is undecided the places of what is read beside it; of many parts, fewer beside the later ones. */
function placesToRead(
  { comparison, nearest }: Weighing,
  byRules: readonly PartStances[],
  parts: readonly JudgedPart[],
): number[][] {
  let left = MOST_OF_CLAIM;
  return comparison.parts.map((_, place) => {
    const [told, part] = [byRules[place], parts[place]];
    if (!told || !part || !isUndecided(part)) return [];
    const open = (nearest[place] ?? []).filter((index) => isOpen(told.stances[index] ?? neutral));
    const places = open.slice(0, Math.min(left, MOST_OF_PART));
    left -= places.length;
    return places;
  });
}

/** Judges the parts of a claim by rules; beside what they leave undecided, the nearest memories are read, all parts at a time. */
export async function judgeParts(
  tenant: TenantId,
  weighing: Weighing,
  { language, claimReader }: JudgingDependencies,
): Promise<JudgedParts> {
  const { comparison } = weighing;
  const byRules = await language.relate(tenant, comparison);
  const parts = judged(weighing, byRules);
  if (!claimReader) return { parts, method: 'rules' };

  const read = async (places: readonly number[], part: number) => {
    const { text = '', beside = [] } = comparison.parts[part] ?? {};
    const memories = places.map((index) => {
      const { text: memory = '', names = [] } = comparison.known[beside[index] ?? -1] ?? {};
      return { text: memory, names: names.length > 0 ? names : comparison.aliases };
    });
    return memories.length > 0 ? claimReader.read(tenant, text, memories) : null;
  };

  const places = placesToRead(weighing, byRules, parts);
  const readings = await Promise.all(places.map(read));
  const stances = byRules.map((told, part) => {
    const relations = readings[part];
    return relations ? withRelations(told, places[part] ?? [], relations) : told;
  });
  const method = readings.some((relations) => relations !== null) ? 'llm' : 'rules';
  return { parts: judged(weighing, stances), method };
}
