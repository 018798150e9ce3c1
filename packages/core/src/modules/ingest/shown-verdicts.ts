import type { PlacedVerdict } from '@hippocamp/shared/language/verdict';
import type { Warning } from '@hippocamp/shared/schemas/common';

/** A text may have a statement in every three characters. The answer holds the verdicts, and each look at it reads them. */
const MOST_SHOWN = 1000;

const rounded = <Numbers extends Readonly<Record<string, number>>>(numbers: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, number]) => [name, Math.round(number * 1000) / 1000]),
  ) as Numbers;

const shortly = ({ start, end, isKept, tiers, whose, ...numbers }: PlacedVerdict): PlacedVerdict => ({
  ...rounded(numbers),
  ...{ tiers: rounded(tiers), whose: rounded(whose), start, end, isKept },
});

/** The verdicts for `debug`, and a warning where these are not all. */
export function shownVerdicts(verdicts: readonly PlacedVerdict[]): { verdicts: PlacedVerdict[]; warnings: Warning[] } {
  const message = `Of ${verdicts.length} verdicts the first ${MOST_SHOWN} are listed.`;
  return {
    verdicts: verdicts.slice(0, MOST_SHOWN).map(shortly),
    warnings: verdicts.length > MOST_SHOWN ? [{ code: 'verdicts_cut', message }] : [],
  };
}
