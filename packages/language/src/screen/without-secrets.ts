import type { Redacted, Secret, SecretKind } from '@hippocamp/shared/language/secret';
import { secretsIn } from './secrets/secrets-in.js';

const kinds: readonly SecretKind[] = ['card number', 'password', 'private key', 'token'];

/** In the place of each secret stands its kind. They are in their order, and none overlaps another. */
export function withoutSecrets(text: string, secrets: readonly Secret[] = secretsIn(text)): Redacted {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, kind } of secrets) {
    parts.push(text.slice(kept, start), `[secret removed: ${kind}]`);
    kept = end;
  }
  const counted = kinds.map((kind) => ({ kind, count: secrets.filter((secret) => secret.kind === kind).length }));
  return { text: [...parts, text.slice(kept)].join(''), removed: counted.filter(({ count }) => count > 0) };
}
