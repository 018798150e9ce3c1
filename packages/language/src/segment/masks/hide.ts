import { HIDDEN } from '../../spans.js';

/** Same length, nothing to read. */
export const hide = (part: string): string => HIDDEN.repeat(part.length);

/** Same length: the replacement, then nothing. A replacement that would not fit hides the part. */
export const hideBehind = (part: string, replacement: string): string =>
  replacement.length > part.length ? hide(part) : replacement + hide(part.slice(replacement.length));

/** Same length, and the lines stay where they are. */
export const blankOut = (part: string): string => part.replace(/[^\n]/g, ' ');
