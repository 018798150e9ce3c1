import { expect, it } from 'vitest';
import { scanned } from './testing/scanned.js';

it.each([1, 7, 100_000])('names of members are bounded, whatever parts they come in: %i bytes', (part) => {
  const long = 'x'.repeat(20_000);
  expect(scanned(`{"a":{"${long}" : 1}}`, part)).toContain('name takes more than 16000 bytes');
  expect(scanned(`{"${'x'.repeat(15_000)}":1,"b":2}`, part)).toBe('passes');
  // Values may be long, also where they look like names.
  expect(scanned(`{"a":"${long}","b":["${long}\\":"]}`, part)).toBe('passes');
});
