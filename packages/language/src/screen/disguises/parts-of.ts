const LONGEST = 4000;
/** As far as what belongs to one order may lie apart. */
const AROUND = 200;

const isHalf = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? '');

/** How much two texts have in common from their beginnings on; with `-1`, from their ends on. */
const common = (one: string, other: string, most: number, direction: 1 | -1): number => {
  let length = 0;
  const at = (text: string) => (direction === 1 ? text[length] : text[text.length - 1 - length]);
  while (length < most && at(one) === at(other)) length += 1;
  return length;
};

const words = (text: string): string => (text.match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ');

/** Where a reading differs from the text and what stands around that, in parts that overlap; none where its words are the same. */
export function partsOf(reading: string, text: string): string[] {
  if (!/\p{L}{2}/u.test(reading) || words(reading) === words(text)) return [];
  const most = Math.min(reading.length, text.length);
  const before = common(reading, text, most, 1);
  const behind = common(reading, text, most - before, -1);
  const end = Math.min(reading.length, reading.length - behind + AROUND);
  const parts: string[] = [];
  for (let from = Math.max(0, before - AROUND); from < end; from += LONGEST - AROUND) {
    const start = isHalf(reading, from) ? from + 1 : from;
    const stop = Math.min(end, from + LONGEST);
    parts.push(reading.slice(start, isHalf(reading, stop) ? stop - 1 : stop));
    if (stop === end) break;
  }
  return parts;
}
