import type { Redacted } from '@hippocamp/shared/language/secret';
import type { Warning } from '@hippocamp/shared/schemas/common';

/** Says how many secrets of each kind were removed, and nothing else of them. */
export const secretsRemoved = ({ removed }: Redacted): Warning[] => {
  if (removed.length === 0) return [];
  const kinds = removed.map(({ kind, count }) => `${kind} (${count})`).join(', ');
  return [
    { code: 'secret_removed', message: `The text held secrets, which were removed before it was kept: ${kinds}.` },
  ];
};
