import { maskHtml } from './html.js';
import { maskMail, senderOf } from './mail.js';
import { maskMarkdown } from './markdown.js';
import { maskNoise } from './noise.js';
import { unwrap } from './unwrap.js';

export interface Masked {
  /** As long as the text; what nobody says is blank, markup is hidden. Spans of one are spans of the other. */
  text: string;
  /** Whose mail it is. */
  author: string | null;
}

/** The text as a person sees it, unit by unit where it was. */
export function masked(text: string): Masked {
  const author = senderOf(text);
  const isMail = author !== null;
  const shown = maskMarkdown(maskNoise(maskMail(maskHtml(text), isMail)));
  return { text: unwrap(shown), author };
}
