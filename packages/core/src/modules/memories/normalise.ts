import { createHash } from 'node:crypto';
import { normaliseText } from '@hippocamp/shared/text/cleaned';

/** Equal hashes mean the same normalised text. SHA-256 as hex. */
export const contentHash = (text: string): string => createHash('sha256').update(normaliseText(text)).digest('hex');

/** The first `length` code points. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join('');

/** The last `length` code points: the end of what came before is nearest. */
export const cutToEnd = (text: string, length: number): string =>
  text.length <= length ? text : [...text.slice(-2 * length - 1)].slice(-length).join('');

/** The words of a memory without the name of who said them before them: that many memories begin alike tells nothing of what they say. */
export const spokenWords = ({ content, speaker }: { content: string; speaker: string | null }): string =>
  speaker !== null && content.startsWith(`${speaker}: `) ? content.slice(speaker.length + 2) : content;
