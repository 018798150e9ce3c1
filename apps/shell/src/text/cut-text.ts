/** Places to cut at, the best first. */
const places = ['\n# ', '\n## ', '\n### ', '\n\n', '\n', '. ', ' '];

/** A better place must leave the part at least this share of the limit. */
const LEAST_SHARE = 1 / 3;

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

const endOfPart = (text: string, limit: number): number => {
  for (const place of places) {
    const at = text.lastIndexOf(place, limit - place.length);
    // A space or full stop stays with the text before it; a heading begins the next part.
    if (at > limit * LEAST_SHARE) return place.startsWith('\n') ? at + 1 : at + place.length;
  }
  return isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit;
};

/** `limit` is in UTF-16 units. */
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
