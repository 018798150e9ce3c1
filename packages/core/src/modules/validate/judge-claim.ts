import type { PartStances } from '@hippocamp/shared/language/claim';
import { neutral, type Relation } from '@hippocamp/shared/language/stance';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateMethod } from '@hippocamp/shared/schemas/validate';
import type { ClaimReader, ReadMemory } from '../../ports/claim-reader.js';
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

const SAME_TEXT = 1;

const judged = ({ weigh }: Weighing, stances: readonly PartStances[]): JudgedPart[] =>
  weigh(stances).map((rows) => ({ rows, judgement: judge(rows) }));

/** Nothing that is known decides about it, and no two things that are known stand against each other. */
const isUndecided = ({ judgement: { verdict, reasons } }: JudgedPart): boolean =>
  verdict === 'not_enough_info' && reasons.every((reason) => reason === 'no_evidence' || reason === 'low_relevance');

export interface JudgingDependencies {
  language: Pick<Language, 'relate'>;
  /** Asked one after the other for what is undecided until then; none where rules alone judge. */
  claimReaders: readonly ClaimReader[];
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
  disputed: readonly (readonly number[])[],
  { leastRelevance }: Pick<ClaimReader, 'leastRelevance'>,
): number[][] {
  let left = MOST_OF_CLAIM;
  return comparison.parts.map((_, place) => {
    const [told, part] = [byRules[place], parts[place]];
    if (!told || !part || !isUndecided(part)) return [];
    const open = (nearest[place] ?? []).flatMap(({ index, relevance }) => {
      const isOpen = told.stances[index]?.stance === 'neutral' && !disputed[place]?.includes(index);
      return isOpen && relevance >= leastRelevance ? [index] : [];
    });
    const places = open.slice(0, Math.min(left, MOST_OF_PART));
    left -= places.length;
    return places;
  });
}

/** What stands at a place beside a part, as a reader is shown it. */
const memoryAt = ({ comparison }: Weighing, part: number, index: number): ReadMemory => {
  const { text = '', names = [] } = comparison.known[comparison.parts[part]?.beside[index] ?? -1] ?? {};
  return { text, names: names.length > 0 ? names : comparison.aliases };
};

const textAt = ({ comparison }: Weighing, part: number): string => comparison.parts[part]?.text ?? '';

/** What a reader says of what is undecided yet; null where it was asked nothing, or could not answer. */
async function readOpen(
  tenant: TenantId,
  weighing: Weighing,
  told: readonly PartStances[],
  disputed: readonly (readonly number[])[],
  reader: ClaimReader,
): Promise<PartStances[] | null> {
  const read = async (places: readonly number[], part: number) => {
    const memories = places.map((index) => memoryAt(weighing, part, index));
    return memories.length > 0 ? reader.read(tenant, textAt(weighing, part), memories) : null;
  };

  const places = placesToRead(weighing, told, judged(weighing, told), disputed, reader);
  const readings = await Promise.all(places.map(read));
  if (readings.every((relations) => relations === null)) return null;
  return told.map((stances, part) => {
    const relations = readings[part];
    return relations ? withRelations(stances, places[part] ?? [], relations) : stances;
  });
}

/** Of each part, the places of what rules make of memories and a reader holds to be wrong. */
const disputedIn = (
  tenant: TenantId,
  weighing: Weighing,
  told: readonly PartStances[],
  reader: ClaimReader,
): Promise<number[][]> =>
  Promise.all(
    told.map(async ({ stances }, part) => {
      const taken = (weighing.nearest[part] ?? []).flatMap(({ index }) => {
        // The same text is what it is.
        const { stance, score } = stances[index] ?? neutral;
        return stance === 'neutral' || score >= SAME_TEXT ? [] : [{ index, stance }];
      });
      const asked = taken.slice(0, MOST_OF_PART);
      const memories = asked.map(({ index, stance }) => ({ ...memoryAt(weighing, part, index), stance }));
      if (memories.length === 0) return [];
      const wrong = await reader.disputes?.(tenant, textAt(weighing, part), memories);
      return asked.flatMap(({ index }, place) => (wrong?.[place] ? [index] : []));
    }),
  );

const without = (told: readonly PartStances[], disputed: readonly (readonly number[])[]): PartStances[] =>
  told.map((part, place) => ({
    ...part,
    stances: part.stances.map((stance, index) => (disputed[place]?.includes(index) ? neutral : stance)),
  }));

/**
 * Judges the parts of a claim by rules, without what a reader holds to be wrong; beside what is undecided then, the nearest memories are
 * read, all parts at a time.
 */
export async function judgeParts(
  tenant: TenantId,
  weighing: Weighing,
  { language, claimReaders }: JudgingDependencies,
): Promise<JudgedParts> {
  let told = await language.relate(tenant, weighing.comparison);
  let method: ValidateMethod = 'rules';
  for (const reader of claimReaders) {
    const disputed = await disputedIn(tenant, weighing, told, reader);
    const isDisputed = disputed.some(({ length }) => length > 0);
    if (isDisputed) told = without(told, disputed);
    const read = await readOpen(tenant, weighing, told, disputed, reader);
    if (isDisputed || read) method = reader.method;
    told = read ?? told;
  }
  return { parts: judged(weighing, told), method };
}
