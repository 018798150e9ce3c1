import { hide } from '../../spans.js';

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
