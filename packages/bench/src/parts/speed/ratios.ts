export interface Measured {
  memories: number;
  p50: number;
  control: number;
}

export interface Ratio {
  memories: number;
  toSmallest: number;
  toControl: number;
  /** The most that `toSmallest` may be; null for a size without an aim. */
  aim: number | null;
  within: boolean;
}

const aims = new Map([
  [10_000, 2],
  [100_000, 8],
]);
export const CONTROL_AIM = 3;

export function ratiosOf(measured: readonly Measured[]): Ratio[] {
  const smallest = measured.reduce<Measured | undefined>(
    (least, each) => (least && least.memories <= each.memories ? least : each),
    undefined,
  );
  return measured.map(({ memories, p50, control }) => {
    const toSmallest = p50 / (smallest?.p50 ?? p50);
    const toControl = p50 / control;
    const aim = aims.get(memories) ?? null;
    const within = toSmallest <= (aim ?? Number.POSITIVE_INFINITY) && toControl <= CONTROL_AIM;
    return { memories, toSmallest, toControl, aim, within };
  });
}
