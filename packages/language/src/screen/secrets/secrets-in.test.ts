import { describe, expect, it } from 'vitest';
import { secretsIn, withoutSecrets, withoutSecretsAfter } from './secrets-in.js';

/** The parts are joined here, so that no scanner takes a test for a leak. */
const join = (...parts: string[]) => parts.join('');
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQ==\n-----END ${kind}PRIVATE KEY-----`;

const holds: [text: string, ...secrets: string[]][] = [
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
  [`Here: ${pem('RSA ')} thanks`, pem('RSA ')],
  [pem(''), pem('')],
  [pem('OPENSSH '), pem('OPENSSH ')],
  ['-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE', '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE'],
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
  ['postgres://ada:lovelace@db.example.org/prod', 'lovelace'],
  ['redis://:s3cr3t@10.0.0.5:6379', 's3cr3t'],
  ['mongodb+srv://app:Tr0ub4dor@cluster0.example.net', 'Tr0ub4dor'],
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

const hex = (length: number) => '0f3a9c'.repeat(12).slice(0, length);
const letters = (length: number) => 'aB3dE6gH9j'.repeat(30).slice(0, length);
const seed = 'witch collapse practice feed shame open despair creek road again ice least';
const putty = 'PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 1\nAAAB3Nz\nPrivate-MAC: 0f3a9c';

const holdsIssued: typeof holds = [
  [
    `hook https://hooks.${'slack'}.com/services/T00000000/B00000000/${letters(24)}`,
    `T00000000/B00000000/${letters(24)}`,
  ],
  [
    `https://${'discord'}.com/api/webhooks/123456789012345678/${letters(68)} posts`,
    `123456789012345678/${letters(68)}`,
  ],
  [`AccountName=a;AccountKey=${letters(86)}==;EndpointSuffix=x`, `${letters(86)}==`],
  [`https://a.blob.core.windows.net/c?sv=2022&sig=${letters(43)}%3D`, `${letters(43)}%3D`],
  [`azure abc${'8Q~'}${letters(34)}`, `abc${'8Q~'}${letters(34)}`],
  [`bot 1234567890:${'A'}${letters(34)}`, `1234567890:A${letters(34)}`],
  [`discord ${'M'}${letters(23)}.${letters(6)}.${letters(38)}`, `M${letters(23)}.${letters(6)}.${letters(38)}`],
  [`docker login -p ${'dckr'}_pat_${letters(27)}`, `dckr_pat_${letters(27)}`],
  [`do: ${'dop'}_v1_${hex(64)}`, `dop_v1_${hex(64)}`],
  [`shop ${'shp'}at_${hex(32)}`, `shpat_${hex(32)}`],
  [`square ${'sq0'}atp-${letters(22)}`, `sq0atp-${letters(22)}`],
  [`square ${'EAAA'}${letters(60)}`, `EAAA${letters(60)}`],
  [`mailgun ${'key'}-${hex(32)}`, `key-${hex(32)}`],
  [`mailgun ${hex(32)}-${hex(8)}-${hex(8)}`, `${hex(32)}-${hex(8)}-${hex(8)}`],
  [`runner ${'GR13'}48941${letters(20)}`, `GR1348941${letters(20)}`],
  [`runner ${'gl'}rt-${letters(20)}`, `glrt-${letters(20)}`],
  [
    `age ${'AGE'}-SECRET-KEY-1${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`,
    `AGE-SECRET-KEY-1${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`,
  ],
  [`${putty}\nbye`, putty],
  ['otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example', 'secret=JBSWY3DPEHPK3PXP&issuer=Example'],
  [`linear ${'lin'}_api_${letters(40)}`, `lin_api_${letters(40)}`],
  [`sendinblue ${'xkey'}sib-${hex(64)}-${letters(16)}`, `xkeysib-${hex(64)}-${letters(16)}`],
  [`twilio ${'SK'}${hex(32)}`, `SK${hex(32)}`],
  [`postman ${'PMAK'}-${hex(24)}-${hex(34)}`, `PMAK-${hex(24)}-${hex(34)}`],
  [`My recovery phrase is ${seed}.`, seed],
  [`wallet seed\n${seed}`, seed],
  ['IBAN DE89 3704 0044 0532 0130 00, thanks', 'DE89 3704 0044 0532 0130 00'],
  ['pay to GB82WEST12345698765432 please', 'GB82WEST12345698765432'],
  ['My SSN is 078-05-1120.', '078-05-1120'],
  ['social security number: 078 05 1120', '078 05 1120'],
  ['Cookie: theme=dark_mode; session=abc123def456', 'theme=dark_mode; session=abc123def456'],
  [`PHPSESSID=${hex(26)}`, hex(26)],
  [`GitHub access token\n${letters(40)}`, letters(40)],
  [`## API key\n\n\`${hex(32)}\`\n`, hex(32)],
  ['wifi password\nBlueWhale77', 'BlueWhale77'],
  [`DISCORD_TOKEN=${letters(30)}`, letters(30)],
  [`STRIPE_KEY: "${letters(24)}"`, letters(24)],
  ['Log in to the portal as ada with hunter22', 'hunter22'],
  ['credentials: ada / Tr0ub4dor', 'Tr0ub4dor'],
  ['The login for the router is admin/s3cretPass', 's3cretPass'],
];

const looksLike = [
  'https://hooks.example.com/services/abc',
  'https://discord.com/channels/123456789012345678',
  'the webhook of Slack is broken',
  'GET /api/webhooks/list returns 12 items',
  'a Telegram bot answers at 12345678',
  'ratio 12345678:1',
  'key-value stores and key-frames',
  'key-note-2026-at-the-lake',
  'the SKU SK1234 is sold out',
  'AGE-SECRET is a game',
  'dop_v1 is the old format',
  'shpat is no word',
  'Mona.Lisa.Louvre',
  'www.Nationalmuseum.se',
  'Our recovery phrase for the team is: keep calm',
  'the seed words of the poem are about the sea',
  'Wallet words: leather, zip',
  'seed phrase training is on Monday',
  'backup words for the quiz: red, green and blue',
  'DE12 is the exit of the motorway',
  'Flight AB1234 5678',
  'GB29 is not an account',
  'Room CH12 3456 7890',
  'order 123-45-6789 was sent',
  'SSN is a number',
  'the ssn field is 9 digits long',
  'call 555-12-3456',
  'Cookie: the dog we adopted',
  'cookie recipe = flour and butter',
  'I ate a cookie: good',
  'session=short',
  'sessions=12 speakers',
  'the session id is in the log',
  'API key\nis stored in the vault',
  'Access token\nexpires tomorrow',
  '## Secret\n\nNobody knows it',
  'API keys\n- one for staging\n- one for production',
  'Passwords\nare hashed',
  'password\nplease',
  'Wifi password\n- ask Ann',
  'token: see the wiki for it',
  'tokens: 4000',
  'secret: add vanilla to the batter',
  'secrets=ingredients_of_the_cake',
  'KEY_RESULT: grow revenue by a half',
  'Log in with Google or GitHub',
  'log in as admin and look at the page',
  'Sign in at 10:30 with Ben',
  'login: ada',
  'credentials: see the vault',
  'user/password fields are on page 2',
  'the login page is at /login/v2',
  'Logged in to GitHub with Ann and Ben in 2024',
  'log in and out 3 times',
  'AccountKey is the name of the field',
  'AccountName=shop',
  'sig=none',
  'see ?sig=short',
  'otpauth is a scheme',
  'otpauth://totp',
  'PuTTY is a terminal',
  'We use eyJhbGciOi as an example of a beginning',
  'commit 0f3a9c0f3a9c0f3a9c0f3a9c0f3a9c0f3a9c0f3a',
  'digest sha512:0f3a9c',
  'build 1234567-abcdef0',
  'trace 4bf92f3577b34da6a3ce929d0e0e4736',
  'version v1.0-rc1',
  'the hash of the file is d41d8cd98f00b204e9800998ecf8427e',
  'ticket PROJ-1234567890',
  'colour #0f3a9c',
  'npm_config_registry',
  'bearer tokens are sent in a header',
  'hf_hub is a library',
  'ext_network_name.value',
  'isbn 978-3-16-148410-0',
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
  'IBAN DE88 3704 0044 0532 0130 00',
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

  it.each(holdsIssued)('in %j', (text, ...secrets) => {
    expect(secretsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(secrets);
  });

  it.each([...holdsNone, ...looksLike])('not in %j', (text) => {
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

describe('a secret that another message names', () => {
  const password = '[secret removed: password]';

  it.each([
    ['My wifi password:', 'hunter2x9', password],
    [
      `${'It rained all day. '.repeat(100)}My wifi password:`,
      'hunter2x9 and pin: 4711.',
      `${password} and pin: ${password}.`,
    ],
    ['What is your card number?', '4111 1111 1111 1111', '[secret removed: card number]'],
    ['password: swordfish', 'I like tea.', 'I like tea.'],
    ['My wifi password:', '', ''],
    ['', 'hunter2x9', 'hunter2x9'],
    ['I forgot my password.', 'Please help me.', 'Please help me.'],
    ['password: hunt', 'er2x9', 'er2x9'],
    [`My wifi password:${' \n'.repeat(300)}`, 'hunter2x9', password],
    [`My wifi password: ${'tea '.repeat(60)}`, 'hunter2x9', 'hunter2x9'],
  ])('%j, then %j', (before, text, clean) => {
    expect(withoutSecretsAfter(text, before).text).toBe(clean);
  });

  it('goes on in the next one', () => {
    const [begin, end] = [pem('').slice(0, 60), pem('').slice(60)];
    expect(withoutSecretsAfter(`${end} Thanks.`, begin)).toEqual({
      text: '[secret removed: private key] Thanks.',
      removed: [{ kind: 'private key', count: 1 }],
    });
  });
});
