import { describe, expect, it } from 'vitest';
import { withoutSecretsAfter } from './secrets-after.js';

const pem =
  '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQ==\n-----END PRIVATE KEY-----';

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

  const identity = '[secret removed: identity number]';
  const token = '[secret removed: token]';
  const key = '[secret removed: private key]';
  const seeds = 'apple orange banana cherry melon grape lemon peach plum mango olive wheat';

  it.each([
    ['What is your wifi password?', 'hunter2x9', password],
    ['Hi! What is your wifi password? ', 'hunter2x9 it is', `${password} it is`],
    ["What's the password of the office wifi?", "It's hunter2x9.", `It's ${password}.`],
    ['Wie lautet dein WLAN-Passwort?', 'hunter2x9', password],
    ['What is your password?', 'swordfish', password],
    ['My wifi password is', 'hunter2x9', password],
    ['My password is:', 'hunter2x9\nThanks', `${password}\nThanks`],
    ['My password is:', '"sword fish"', `"${password}"`],
    ["What's the PIN?", '4711', password],
    ["What's the PIN?", '4711, I think', `${password}, I think`],
    ['The door is green and the pin is:', '4711', password],
    ['my PIN', '4711', password],
    ['my SSN:', '123-45-6789', identity],
    ['What is your social security number?', '123-45-6789.', `${identity}.`],
    ['My passphrase:', 'correct horse battery staple', password],
    ['What is your passphrase?', 'correct horse battery staple', password],
    ['AWS secret key?', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', token],
    ['What are your recovery words?', seeds, key],
    ['Did you change your password?', 'hunter2x9', password],
    ['My PIN:', '4711 it is', `${password} it is`],
    ['My password:', 'ab12 it is', `${password} it is`],
  ])('%j, then %j, is found', (before, text, clean) => {
    expect(withoutSecretsAfter(text, before).text).toBe(clean);
  });

  it.each([
    ['What is your wifi password?', 'I changed it yesterday'],
    ['What is your wifi password?', 'no idea'],
    ['What is your wifi password?', 'ask Ben'],
    ['What is your wifi password?', 'Sorry?'],
    ['What is your wifi password?', 'Dunno.'],
    ['What is your wifi password?', "It's on the fridge, 2 of them"],
    ['What is your wifi password?', '2FA is on now'],
    ["What's the PIN?", "It's on the fridge, 2 of them"],
    ["What's the PIN?", '300 people ask me that'],
    ['When did you change your password?', '2024'],
    ['Did you change your password?', 'Yesterday'],
    ['Shall I reset your password?', '10:30am works for me'],
    ['Who knows the password?', 'ben2@example.org knows it'],
    ['I forgot my password', 'Damn'],
    ['I forgot my password', 'Please help me'],
    ['I forgot my PIN', '2024 was a hard year'],
    ['Here is how to reset your password:', 'Anna lives in Bern now.'],
    ['Please enter your password:', 'Sorry, what?'],
    ['Please enter your password:', '2 minutes please'],
    ['Please enter your password:', '100% sure, 2 days'],
    ['Is your password strong enough?', 'Certainly'],
    ['Please enter your password:', 'Wow! Anna lives in Bern.'],
    ['What is your passphrase?', 'I do not remember it'],
    ['What is your passphrase?', 'correct horse battery staple, says Anna who lives in Bern'],
    ['My SSN is in the vault.', '123-45-6789'],
    ['My secret:', 'Anna lives in Bern now.'],
    ['The password is gone. What is new?', 'hunter2x9'],
  ])('%j, then %j, is none', (before, text) => {
    expect(withoutSecretsAfter(text, before).text).toBe(text);
  });

  it.each([
    ['PuTTY-User-Key-File-2: x', 'Anna lives in Bern. '.repeat(500)],
    ['see -----BEGIN PRIVATE KEY-----', 'Anna lives in Bern and likes tea, says Bob'],
    ['see -----BEGIN PRIVATE KEY-----', ''],
  ])('%j takes no words of the next one', (before, text) => {
    expect(withoutSecretsAfter(text, before).text).toBe(text);
  });

  it.each([
    ['PuTTY-User-Key-File-2: x', `Encryption: none\nPrivate-MAC: 0a1b`],
    ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj'],
  ])('%j goes on in %j', (before, text) => {
    expect(withoutSecretsAfter(text, before).text).toBe(key);
  });

  it('goes on in the next one', () => {
    const [begin, end] = [pem.slice(0, 60), pem.slice(60)];
    expect(withoutSecretsAfter(`${end} Thanks.`, begin)).toEqual({
      text: '[secret removed: private key] Thanks.',
      removed: [{ kind: 'private key', count: 1 }],
    });
  });
});
