import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogLines } from './log-lines.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hippocamp-log-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Stays open: lines that wait are tried again after their test, and another file could have the number then. */
const full = openSync('/dev/full', constants.O_WRONLY);

const lineOf = (at: number) => `${String(at).padStart(99, '0')}\n`;

describe('lines of the log', () => {
  it('take bounded memory where they cannot be written', async () => {
    const lines = createLogLines(full, 10_000);
    for (let at = 0; at < 1000; at += 1) lines.write(lineOf(at));
    expect(lines.waiting()).toBe(10_000);
    lines.flush();
    await expect.poll(lines.waiting).toBe(10_000);
  });

  it('come whole and in their order once a reader goes on that stood still', async () => {
    const path = join(folder, 'lines');
    execFileSync('mkfifo', [path]);
    const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const lines = createLogLines(file, 200_000);
    for (let at = 0; at < 3000; at += 1) lines.write(lineOf(at));
    let text = '';
    const read = () => {
      try {
        const part = Buffer.alloc(65_536);
        text += part.toString('latin1', 0, readSync(file, part));
      } catch {
        // Nothing has come since.
      }
      return text.length;
    };
    await expect.poll(read, { timeout: 20_000 }).toBe(200_000);
    expect(text).toBe(Array.from({ length: 2000 }, (_, at) => lineOf(at)).join(''));
    expect(lines.waiting()).toBe(0);
    closeSync(file);
  });
});

const program = `
  import { createLogger } from ${JSON.stringify(new URL('../dist/logger.js', import.meta.url).href)};
  const log = createLogger('info');
  log.info({}, 'one');
  setTimeout(() => {
    log.info({}, 'two');
    process.stderr.write('goes on');
  }, 200);
`;

const run = (output: number | 'pipe') =>
  new Promise<{ code: number | null; out: string; aside: string }>((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', output, 'pipe'],
    });
    let [out, aside] = ['', ''];
    child.stdout?.on('data', (part) => {
      out += part;
    });
    child.stderr?.on('data', (part) => {
      aside += part;
    });
    child.once('close', (code) => resolve({ code, out, aside }));
  });

describe('a program', () => {
  it('goes on without its log where that cannot be written, and ends', async () => {
    expect(await run(full)).toEqual({ code: 0, out: '', aside: 'goes on' });
  });

  it('has written its last line when it ends', async () => {
    const { code, out } = await run('pipe');
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    expect({ code, messages }).toEqual({ code: 0, messages: ['one', 'two'] });
  });
});
