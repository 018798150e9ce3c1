import { createHash } from 'node:crypto';
import type { Slot } from '@hippocamp/shared/language/reading';

/**
 * What memories of the same thing share: subject and attribute as 32 hex digits. A hash, so that what is kept for looking
 * up holds no text.
 */
export const factKey = ({ subject, attribute }: Pick<Slot, 'subject' | 'attribute'>): string =>
  createHash('sha256').update(`${subject}\n${attribute}`).digest('hex').slice(0, 32);
