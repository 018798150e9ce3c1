import { expect, it, onTestFinished, vi } from 'vitest';
import { contentOf } from './completion.js';

const saying = (content: string) => ({ choices: [{ message: { content } }] });

/** Characters that are parsed for it. */
const parsedFor = (content: string) => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  expect(() => contentOf(saying(content))).toThrow('no JSON object');
  return parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
};

it('prose with many braces before a long rest is not parsed again from each of them', () => {
  const long = `${'{"a":'.repeat(20)}${'[1],'.repeat(250_000)}}`;
  expect(parsedFor(long)).toBeLessThan(2.1 * long.length);
});

it('a short answer is found behind many braces', () => {
  expect(contentOf(saying(`${'{not it} '.repeat(20)}{"a":1}`))).toBe('{"a":1}');
});

it('a long answer is found behind a brace', () => {
  const answer = `{"a":"${'x'.repeat(900_000)}"}`;
  expect(contentOf(saying(`In {braces}: ${answer}`))).toBe(answer);
});
