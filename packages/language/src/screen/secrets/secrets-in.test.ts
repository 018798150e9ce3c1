import { describe, expect, it } from 'vitest';
import { secretsIn, withoutSecrets } from './secrets-in.js';

/** Put together here, so that no scanner takes a test for a leak. */
const join = (...parts: string[]) => parts.join('');
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQ==\n-----END ${kind}PRIVATE KEY-----`;

/** A text, with what of it is a secret. */
const holds: [text: string, ...secrets: string[]][] = [
  // cards
  ['My card is 4111 1111 1111 1111, valid until 12/29.', '4111 1111 1111 1111'],
  ['Visa 4111-1111-1111-1111', '4111-1111-1111-1111'],
  ['4111111111111111', '4111111111111111'],
  ['Amex: 3782 822463 10005', '3782 822463 10005'],
  ['amex 378282246310005.', '378282246310005'],
  ['mastercard 5555555555554444 and visa 4012888888881881', '5555555555554444', '4012888888881881'],
  ['Room 12 4111 1111 1111 1111', '4111 1111 1111 1111'],
  ['6011 1111 1111 1117', '6011 1111 1111 1117'],
  ['old visa 4222222222222', '4222222222222'],
  ['Diners 30569309025904', '30569309025904'],
  ['JCB 3530111333300000', '3530111333300000'],
  ['41\u200B11 1111 1111 1111', '41\u200B11 1111 1111 1111'],
  // private keys
  [`Here: ${pem('RSA ')} thanks`, pem('RSA ')],
  [pem(''), pem('')],
  [pem('OPENSSH '), pem('OPENSSH ')],
  ['-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE', '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE'],
  // tokens
  ['aws AKIAIOSFODNN7EXAMPLE key', 'AKIAIOSFODNN7EXAMPLE'],
  [join('use gh', 'p_16C7e42F292c6912E7710c838347Ae178B4a'), join('gh', 'p_16C7e42F292c6912E7710c838347Ae178B4a')],
  [join('github', '_pat_11ABCDEFG0abcdefghijkl_mnopqrstuv'), join('github', '_pat_11ABCDEFG0abcdefghijkl_mnopqrstuv')],
  [join('slack xox', 'b-123456789012-abcdefGHIJKL'), join('xox', 'b-123456789012-abcdefGHIJKL')],
  [join('stripe sk', '_live_4eC39HqLyjWDarjtT1zdp7dc'), join('sk', '_live_4eC39HqLyjWDarjtT1zdp7dc')],
  [join('rk', '_live_4eC39HqLyjWDarjtT1zdp7dc'), join('rk', '_live_4eC39HqLyjWDarjtT1zdp7dc')],
  ['maps AIzaSyA1234567890abcdefghijklmnopqrstuv', 'AIzaSyA1234567890abcdefghijklmnopqrstuv'],
  ['sk-proj-abc123DEF456ghi789JKL012', 'sk-proj-abc123DEF456ghi789JKL012'],
  [
    'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N',
  ],
  ['our key hc_k1f3_Zm9vYmFyYmF6cXV4MTIz', 'hc_k1f3_Zm9vYmFyYmF6cXV4MTIz'],
  ['Authorization: Bearer 8f2a91c07b3d4e5f', '8f2a91c07b3d4e5f'],
  ['api_key=9f86d081884c7d659a2f', '9f86d081884c7d659a2f'],
  ['My API key is a1b2c3d4e5f6g7h8.', 'a1b2c3d4e5f6g7h8'],
  ['{"client_secret": "Zx81cQ99pLm2"}', 'Zx81cQ99pLm2'],
  // addresses
  ['postgres://ada:lovelace@db.example.org/prod', 'lovelace'],
  ['redis://:s3cr3t@10.0.0.5:6379', 's3cr3t'],
  ['mongodb+srv://app:Tr0ub4dor@cluster0.example.net', 'Tr0ub4dor'],
  // passwords
  ['password: swordfish', 'swordfish'],
  ['Password : swordfish and some more', 'swordfish'],
  ['passwd=hunter2', 'hunter2'],
  ['DB_PASSWORD=correcthorse', 'correcthorse'],
  ['export PGPASSWORD="two words"', 'two words'],
  ['{"user":"ada","password":"sw0rd, fish"}', 'sw0rd, fish'],
  ['<password>swordfish</password>', 'swordfish'],
  ['**Password:** `swordfish`', 'swordfish'],
  ['My PIN is 4711.', '4711'],
  ['my pin is now 0815, ok?', '0815'],
  ['PIN 4711', '4711'],
  ['PIN: 4711', '4711'],
  ['The PIN of my bank card is 4711', '4711'],
  ['The wifi password is swordfish.', 'swordfish'],
  ['the wifi password at the office is Blue$Whale77!', 'Blue$Whale77'],
  ['The password for the router is hunter2 and it never changes.', 'hunter2'],
  ["Ben's password was changed to tr0ub4dor&3", 'tr0ub4dor&3'],
  ['my password is "open sesame"', 'open sesame'],
  ['user bob password hunter2', 'hunter2'],
  ['The passcode is 998877', '998877'],
  ['CVV: 123', '123'],
  ['pw: letmein!', 'letmein'],
  ['Das Passwort lautet Sonnenblume42.', 'Sonnenblume42'],
  ['Das WLAN-Passwort ist Sonnenblume.', 'Sonnenblume'],
  ['Passwort: geheim123', 'geheim123'],
  ['Le mot de passe est tournesol.', 'tournesol'],
  ['mot de passe : tournesol', 'tournesol'],
  ['La contraseña es girasol99', 'girasol99'],
  ['Mi contraseña del wifi es girasol.', 'girasol'],
  ['pass\u200Bword: sword\u2060fish', 'sword\u2060fish'],
  ['Seed phrase: witch collapse practice feed shame open', 'witch collapse practice feed shame open'],
  ['login: ada\npassword: swordfish\nurl: example.org', 'swordfish'],
];

const holdsNone = [
  'The password policy requires 12 characters.',
  'A password must have at least 12 characters.',
  'My password is too weak.',
  'The password is stored in the vault.',
  'The password is 12 characters long.',
  'The password is required.',
  'Password is the same as before.',
  'I forgot my password.',
  'What is the wifi password?',
  'Please change your password every 90 days.',
  'Password reset is at /account/reset.',
  'Password: ********',
  'password: <your password>',
  `password: $\{DB_PASSWORD}`,
  'password: [secret removed: password]',
  'The password is [secret removed: password].',
  'Password: required',
  'passwords are hashed with argon2',
  'password: string',
  'My pin is broken.',
  'Ann wore a pin on her coat.',
  'He will pass: the exam was easy.',
  'La clave es la paciencia.',
  'La clave es importante.',
  'Le mot de passe est oublié.',
  'Das Passwort ist abgelaufen.',
  'Order 1234567890123456 was shipped.',
  'Order number 4111111111111112',
  'Invoice 2024-0001-2345-6789',
  'Call +49 30 1234567 or +1 415 555 2671.',
  'phone 0049 171 1234567',
  'id 123e4567-e89b-12d3-a456-426614174000',
  'commit 0cb6b211f2c9e3aa1b5b8c21d7e04f5a66e1d0c9',
  'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'It costs 1.299,00 EUR or 1,400.50 USD.',
  'at 1700000000000 ms',
  'EAN 4006381333931',
  'IMEI 490154203237518',
  'IBAN DE89 3704 0044 0532 0130 00',
  'On 2026-01-31 10:30:00 we met 12 people.',
  '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18',
  'The bearer of this letter is Ann.',
  'Basic understanding of arithmetic is enough.',
  'the api key is in the vault',
  'API key: see the wiki',
  'http://localhost:8080/path and ftp://example.org',
  'mail ada@example.org at 10:30',
  'sk-learn and task-force-number-seventeen-of-many',
  'eyJust a word. Another. Third.',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'My secret is that I love jazz.',
  'The token economy is growing.',
  'secret key of success: hard work',
  'Passport number is needed.',
  'The pinball machine is 40 years old.',
  'He scored 4111 points.',
  'version 4.1.1.1',
];

describe('secrets', () => {
  it.each(holds)('in %j', (text, ...secrets) => {
    expect(secretsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(secrets);
  });

  it.each(holdsNone)('not in %j', (text) => {
    expect(secretsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([]);
  });

  it('are told by their kind', () => {
    const text = `4111111111111111 AKIAIOSFODNN7EXAMPLE ${pem('')} pin: 4711`;
    expect(secretsIn(text).map(({ kind }) => kind)).toEqual(['card number', 'token', 'private key', 'password']);
  });
});

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
