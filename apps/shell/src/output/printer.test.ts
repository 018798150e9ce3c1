import { PassThrough } from 'node:stream';
import { run } from '@stricli/core';
import { expect, it } from 'vitest';
import { createApp } from '../app.js';
import { UsageError } from '../explain.js';
import { createPrinter } from './printer.js';

/** A text from a server or a file that clears the screen, names the window, turns the text round and hides a letter. */
const hostile = 'a\u001b[2J\u001b]0;b\u0007\u009bc\u202Ed\u200Be';
const unseen = /[^\P{Cc}\n]|\p{Cf}/u;

const written = (stream: PassThrough): string => String(stream.read() ?? '');

it('notes and tables are written without what moves the cursor', () => {
  const [output, aside] = [new PassThrough(), new PassThrough()];
  const printer = createPrinter({ output, aside });
  printer.note(`Refused: line 1: ${hostile}`);
  printer.table([{ title: 'memory' }], [[hostile]]);
  const told = written(aside) + written(output);
  expect(told).toContain('Refused: line 1: a');
  expect(told).not.toMatch(unseen);
});

it.each([true, false])('JSON holds the same without them, on a terminal: %s', (isTTY) => {
  const output = Object.assign(new PassThrough(), { isTTY });
  const value = { [hostile]: [`${hostile}\u{E0041}\u2028`, 'नमस्\u200dते', 'one\ntwo'] };
  createPrinter({ output, aside: new PassThrough() }, true).print(value);
  const told = written(output);
  expect(told.replaceAll('\u200d', '')).not.toMatch(unseen);
  expect(told).toContain('नमस्\u200dते');
  expect(JSON.parse(told)).toEqual(value);
});

it('so is an error', async () => {
  const [output, aside] = [new PassThrough(), new PassThrough()];
  let told = '';
  const shell = {
    process: { stdout: output, stderr: { write: (text: string) => (told += text) } },
    ...{ input: new PassThrough(), output, aside, signal: AbortSignal.timeout(60_000), end: () => undefined },
    endInOrder: () => undefined,
    settings: () => {
      throw new UsageError(`conversations.json is no JSON: ${hostile}.`);
    },
  };
  await run(createApp('1'), ['check', 'Mara', 'lives', 'in', 'Turku.'], shell);
  expect(told).toContain('is no JSON: a');
  expect(told).not.toMatch(unseen);
});
