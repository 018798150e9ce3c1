import type { Warning } from '@hippocamp/shared/schemas/common';
import type { Redacted } from '../../ports/language.js';
import { type Secret, secretKinds } from '../../ports/screen.js';

/** In the place of each secret stands its kind. They are in their order, and none overlaps another. */
export function withoutSecrets(text: string, secrets: readonly Secret[]): Redacted {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, kind } of secrets) {
    parts.push(text.slice(kept, start), `[secret removed: ${kind}]`);
    kept = end;
  }
  const counted = secretKinds.map((kind) => ({ kind, count: secrets.filter((secret) => secret.kind === kind).length }));
  return { text: [...parts, text.slice(kept)].join(''), removed: counted.filter(({ count }) => count > 0) };
}

/** Says how many secrets of each kind were removed, and nothing else of them. */
export const secretsRemoved = ({ removed }: Redacted): Warning[] => {
  if (removed.length === 0) return [];
  const kinds = removed.map(({ kind, count }) => `${kind} (${count})`).join(', ');
  return [
    { code: 'secret_removed', message: `The text held secrets, which were removed before it was kept: ${kinds}.` },
  ];
};
