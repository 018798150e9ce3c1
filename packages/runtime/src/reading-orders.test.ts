import { withoutSecrets } from '@hippocamp/core/modules/model/without-secrets';
import { tenantNamed } from '@hippocamp/core/testing/builders';
import { describe, expect, it } from 'vitest';
import { languageByRules as language } from './text/text-ports.js';

const tenant = tenantNamed('acme');

describe('texts that are looked over together for secrets', () => {
  const texts = [
    ...[
      'My password:',
      'The PIN is',
      'API key',
      'api_key =',
      'My password is "',
      'passphrase:',
      '-----BEGIN PRIVATE KEY-----',
    ],
    ...[
      'process.env.DB_PASSWORD=hunter2x9',
      'hunter2x9',
      'password: hunter2x9',
      'x9Kq72Lz81Qw1v8jTx',
      '4711',
      '-',
      '"',
    ],
    ...[
      'token: x9Kq72Lz81Qw1v8jTx',
      'Log in as ada with hunter2x9',
      'I like tea.',
      '<password>',
      'Cookie: a=b1c2d3e4f5',
    ],
  ];

  it('have the secrets of each removed, whatever stands before it', async () => {
    const alone = new Map<string, string>();
    for (const text of texts) alone.set(text, (await language.redact(tenant, text)).text);
    for (const first of texts)
      for (const second of texts) {
        const clean = await withoutSecrets(tenant, [first, second], language.redact);
        expect(clean).toEqual([alone.get(first), alone.get(second)]);
      }
  });
});
