import { expect, it } from 'vitest';
import { withoutSecrets } from './secrets-in.js';

it('puts its kind in the place of a secret, and counts', () => {
  const text = 'one 4111 two 4711 three';
  const secrets = [
    { start: 4, end: 8, kind: 'card number' as const },
    { start: 13, end: 17, kind: 'password' as const },
  ];
  expect(withoutSecrets(text, secrets)).toEqual({
    text: 'one [secret removed: card number] two [secret removed: password] three',
    removed: [
      { kind: 'card number', count: 1 },
      { kind: 'password', count: 1 },
    ],
  });
  expect(withoutSecrets(text, [])).toEqual({ text, removed: [] });
});
