/** Where a text is cut, the best place first. */
const places = ['\n# ', '\n## ', '\n### ', '\n\n', '\n', '. ', ' '];

/** A part is not made much smaller than it may be for the sake of a better place. */
const LEAST_SHARE = 1 / 3;

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

const endOfPart = (text: string, limit: number): number => {
  for (const place of places) {
    const at = text.lastIndexOf(place, limit - place.length);
    // The space or the end of the sentence stays with what is before it; a heading begins what comes after.
    if (at > limit * LEAST_SHARE) return place.startsWith('\n') ? at + 1 : at + place.length;
  }
  return isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit;
};

/** The text in parts of at most `limit` characters, cut where a heading, a paragraph, a line, a sentence or a word ends. */
export function cutText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const end = endOfPart(rest, limit);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}
