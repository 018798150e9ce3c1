import { blankOut, hide, hideBehind } from '../../spans.js';

const blockTags =
  'address|article|aside|blockquote|body|br|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|option|p|pre|section|select|table|tbody|tfoot|thead|title|tr|ul';
const inlineTags =
  'a|abbr|b|button|cite|code|em|font|i|img|input|kbd|label|link|mark|meta|path|s|small|span|strong|sub|sup|svg|td|th|time|u|!doctype';

const anyTag = new RegExp(`<(/?)(${blockTags}|${inlineTags})(?:[\\s/][^<>]{0,2000})?>`, 'gi');
const isBlock = new RegExp(`^(?:${blockTags})$`, 'i');
const markup = new RegExp(`^(?:${blockTags}|${inlineTags})$`, 'i');

/** Whether a tag is one of pages. */
export const isMarkup = (name: string): boolean => markup.test(name);

const isCell = /^t[dh]$/i;

const entity = /&(amp|lt|gt|quot|apos|nbsp|hellip|ndash|mdash|rsquo|lsquo|rdquo|ldquo|#\d{1,6}|#x[\da-f]{1,5});/gi;
const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
};

const decoded = (name: string): string => {
  if (!name.startsWith('#')) return namedEntities[name.toLowerCase()] ?? ' ';
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  const visible = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return visible ? String.fromCodePoint(code) : ' ';
};

/** What a browser shows to nobody, or on every page of a site. */
const unseen = /<(script|style|head|nav|footer|svg|noscript|template|iframe|button)\b[^<>]{0,2000}>|<!--/gi;

const maskUnseen = (text: string): string => {
  const lower = text.toLowerCase();
  const neverClosed = new Set<string>();
  let masked = '';
  let from = 0;
  for (const found of text.matchAll(unseen)) {
    const close = found[1] ? `</${found[1].toLowerCase()}` : '-->';
    if (found.index < from || neverClosed.has(close)) continue;
    const end = lower.indexOf(close, found.index + found[0].length);
    // Not closed: the tag alone is markup, what follows it is text.
    if (end < 0) {
      neverClosed.add(close);
      continue;
    }
    masked += text.slice(from, found.index) + blankOut(text.slice(found.index, end));
    from = end;
  }
  return masked + text.slice(from);
};

const standIn = (tag: string): string => {
  if (isBlock.test(tag)) return '\n';
  return isCell.test(tag) ? ' ' : '';
};

/** HTML without its tags; block tags end a line. Text in angle brackets that is no tag stays. */
export function maskHtml(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const hasTags = /<\/?[a-z!]/i.test(text);
  const shown = hasTags
    ? maskUnseen(text)
        .replace(/-->/g, '   ')
        .replace(anyTag, (part, _close, tag: string) => hideBehind(part, standIn(tag)))
    : text;
  return shown.replace(entity, (part, name: string) => hideBehind(part, decoded(name)));
}

const image = /!\[[^[\]\n]{0,300}\]\([^()\s]{0,1000}(?:\s"[^"\n]{0,200}")?\)/g;
const link = /(\[)([^[\]\n]{1,300})(\]\([^()\s]{0,1000}(?:\s"[^"\n]{0,200}")?\))/g;
const doubled = /\*\*|~~|(?<![\p{L}\p{N}_])__(?=[^\s_])|(?<=[^\s_])__(?![\p{L}\p{N}_])/gu;
const single =
  /(?<![\p{L}\p{N}*_\\])[*_](?=[^\s*_])|(?<=[^\s*_\\])\*(?![\p{L}\p{N}*])|(?<=[\p{L}\p{N}.!?)])_(?![\p{L}\p{N}_])/gu;
const ticks = /`{1,2}/g;

const address = /((?:https?:\/\/|www\.)\S+)/;

const maskEmphasis = (text: string): string =>
  /[*_~`]/.test(text) ? text.replace(doubled, hide).replace(single, hide).replace(ticks, hide) : text;

/** Addresses hold marks that are no emphasis. */
const aroundAddresses = (line: string): string =>
  address.test(line)
    ? line
        .split(address)
        .map((part, position) => (position % 2 === 0 ? maskEmphasis(part) : part))
        .join('')
    : maskEmphasis(line);

/** Markdown within a line: emphasis, code ticks, links by their text, no images. */
export function maskMarkdown(text: string): string {
  return text
    .replace(image, hide)
    .replace(link, (_part, open: string, words: string, close: string) => hide(open) + words + hide(close))
    .split('\n')
    .map(aroundAddresses)
    .join('\n');
}
