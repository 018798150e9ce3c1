import { neutral, type Stance } from '@hippocamp/shared/language/claim';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { ValidateMethod } from '@hippocamp/shared/schemas/validate';
import type { ClaimReader, ReadMemory } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';
import { readBeside } from './odds-claim-reader.js';
import { type Judgement, judge, type Weighed } from './verdict.js';
import type { Near, PartStances, Weighing } from './weigh.js';

export interface JudgedPart {
  rows: readonly Weighed[];
  judgement: Judgement;
}

export interface JudgedParts {
  parts: JudgedPart[];
  method: ValidateMethod;
}

export interface JudgingDependencies {
  language: Pick<Language, 'tellsOfSelf'>;
  /** Asked in turn for the parts that are still undecided. Empty when no model can run. */
  claimReaders: readonly ClaimReader[];
}

/** The most memories read with a part, the most replaced ones of those, and the most for a claim. */
const [MOST_OF_PART, MOST_REPLACED, MOST_OF_CLAIM] = [8, 3, 32];

/** Equal text needs no reader. */
const SAME_TEXT: Stance = { stance: 'supports', score: 1, reason: 'direct_entailment' };

const sameText = ({ comparison }: Weighing, tellsOfSelf: Language['tellsOfSelf']): PartStances[] =>
  comparison.parts.map(({ text, hash, beside }) => ({
    isFirstPerson: tellsOfSelf(text),
    stances: beside.map((place) => (comparison.known[place]?.hash === hash ? SAME_TEXT : neutral)),
  }));

const judged = ({ weigh }: Weighing, stances: readonly PartStances[]): JudgedPart[] =>
  weigh(stances).map((rows) => ({ rows, judgement: judge(rows) }));

const isUndecided = ({ judgement }: JudgedPart): boolean => judgement.verdict === 'not_enough_info';

/** The memories to read with a part. Valid and replaced ones are separate, since one may deny the other. */
type Places = readonly (readonly number[])[];

/** The more parts a claim has, the fewer memories are read with each. */
function placesToRead(
  weighing: Weighing,
  partStances: readonly PartStances[],
  parts: readonly JudgedPart[],
  reader: ClaimReader,
  isFirst: boolean,
): Places[] {
  const most = Math.min(MOST_OF_PART, Math.max(1, Math.floor(MOST_OF_CLAIM / partStances.length)));
  return partStances.map(({ stances }, place) => {
    const part = parts[place];
    if (!part || !(isFirst || isUndecided(part))) return [];
    const open = (weighing.nearest[place] ?? []).filter(
      ({ index, relevance }) => stances[index]?.stance === 'neutral' && relevance >= reader.leastRelevance,
    );
    const textOf = ({ index }: Near) => memoryAt(weighing, place, index).text;
    const placesOf = (holds: boolean, atMost: number) => {
      const near = open.filter(({ valid }) => valid === holds);
      return readBeside(near, { of: partStances.length, most: atMost, textOf }).map(({ index }) => index);
    };
    return [placesOf(true, most), placesOf(false, Math.min(most, MOST_REPLACED))];
  });
}

const memoryAt = ({ comparison }: Weighing, part: number, index: number): ReadMemory => {
  const {
    text = '',
    names = [],
    staysHere = false,
  } = comparison.known[comparison.parts[part]?.beside[index] ?? -1] ?? {};
  const home = staysHere && { staysHere };
  if (names.length > 0) return { text, names, ...home };
  return { text, names: comparison.aliases, ...home, ...(comparison.aliasesStayHere && { namesStayHere: true }) };
};

/** The stances by place. Null when the reader could not answer. */
async function readPart(tenant: TenantId, weighing: Weighing, part: number, places: Places, reader: ClaimReader) {
  const { text = '' } = weighing.comparison.parts[part] ?? {};
  const found = new Map<number, Stance>();
  for (const some of places.filter(({ length }) => length > 0)) {
    const memories = some.map((index) => memoryAt(weighing, part, index));
    const stances = await reader.read(tenant, text, memories);
    if (!stances) return null;
    for (const [at, index] of some.entries()) found.set(index, stances[at] ?? neutral);
  }
  return found;
}

const withRead = (partStances: PartStances, read: ReadonlyMap<number, Stance>): PartStances => ({
  ...partStances,
  stances: partStances.stances.map((stance, index) => read.get(index) ?? stance),
});

/** Each reader is asked for all parts at once. */
export async function judgeParts(
  tenant: TenantId,
  weighing: Weighing,
  { language, claimReaders }: JudgingDependencies,
): Promise<JudgedParts> {
  let partStances = sameText(weighing, language.tellsOfSelf);
  let method: ValidateMethod = claimReaders.length === 0 ? 'none' : 'text';
  for (const [turn, reader] of claimReaders.entries()) {
    const places = placesToRead(weighing, partStances, judged(weighing, partStances), reader, turn === 0);
    const asked = places.map((ofPart) => ofPart.some(({ length }) => length > 0));
    const reads = await Promise.all(
      places.map((ofPart, part) => (asked[part] ? readPart(tenant, weighing, part, ofPart, reader) : null)),
    );
    if (reads.some((read) => read !== null)) method = reader.method;
    else if (asked.includes(true) && method === 'text') method = 'none';
    partStances = partStances.map((part, place) => withRead(part, reads[place] ?? new Map()));
  }
  const parts = judged(weighing, partStances);
  return { parts, method: method === 'none' && !parts.some(isUndecided) ? 'text' : method };
}
