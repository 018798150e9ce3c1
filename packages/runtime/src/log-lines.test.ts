import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

const pathOf = () => join(folder, 'lines');

/** Open for both, so that no opening waits for the other end. */
const openFifo = (flags = 0): number => {
  execFileSync('mkfifo', [pathOf()]);
  return openSync(pathOf(), constants.O_RDWR | flags);
};

/** Opened by itself: a program that has the other end may let that one block, and a reader that shares it with it. */
const openReader = (): number => openSync(pathOf(), constants.O_RDONLY | constants.O_NONBLOCK);

const readAll = (file: number): string => {
  const part = Buffer.alloc(65_536);
  let text = '';
  try {
    for (;;) text += part.toString('latin1', 0, readSync(file, part));
  } catch {
    return text;
  }
};

const lineOf = (at: number) => `${String(at).padStart(99, '0')}\n`;

describe('lines of the log', () => {
  it('come whole and in their order soon after a reader goes on that stood still, with the number of those lost', async () => {
    const waits = vi.spyOn(globalThis, 'setTimeout');
    const file = openFifo(constants.O_NONBLOCK);
    const lines = createLogLines(file, 200_000);
    for (let at = 0; at < 3000; at += 1) lines.write(lineOf(at));
    await expect.poll(() => waits.mock.calls.length).toBeGreaterThan(0);
    let text = '';
    const read = () => {
      text += readAll(file);
      return lines.waiting();
    };
    await expect.poll(read, { timeout: 15_000 }).toBe(0);
    text += readAll(file);
    const longest = Math.max(...waits.mock.calls.map(([, milliseconds = 0]) => milliseconds));
    waits.mockRestore();
    expect(longest).toBeLessThanOrEqual(20);
    const whole = Array.from({ length: 2000 }, (_, at) => lineOf(at)).join('');
    const told = { level: 'warn', lost: 1000, msg: 'lines of the log were lost' };
    expect(text.slice(0, whole.length)).toBe(whole);
    expect(JSON.parse(text.slice(whole.length))).toMatchObject(told);
    closeSync(file);
  });

  it('take bounded memory where they cannot be written', async () => {
    const lines = createLogLines(full, 10_000);
    for (let at = 0; at < 1000; at += 1) lines.write(lineOf(at));
    expect(lines.waiting()).toBe(10_000);
    lines.flush();
    await expect.poll(lines.waiting).toBe(10_000);
  });
});

const start = `
  import { createLogger } from ${JSON.stringify(new URL('../dist/logger.js', import.meta.url).href)};
  const log = createLogger('info');
`;
const twoLines = `${start}
  log.info({}, 'one');
  setTimeout(() => {
    log.info({}, 'two');
    process.stderr.write('goes on');
  }, 200);
`;
const MANY = 8000;
/** More than a pipe takes at once, and less than may wait. */
const manyLines = `${start}
  for (let at = 0; at < ${MANY}; at += 1) log.info({}, String(at));
  process.stderr.write('ends');
`;

const run = (program: string, output: number | 'pipe') =>
  new Promise<{ code: number | null; out: string; aside: string }>((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', output, 'pipe'],
      timeout: 20_000,
      killSignal: 'SIGKILL',
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
    expect(await run(twoLines, full)).toEqual({ code: 0, out: '', aside: 'goes on' });
  });

  it('has written its last line when it ends', async () => {
    const { code, out } = await run(twoLines, 'pipe');
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    expect({ code, messages }).toEqual({ code: 0, messages: ['one', 'two'] });
  });

  it('has written all of its lines when it ends at once, though its reader takes them in parts', async () => {
    const file = openFifo(constants.O_NONBLOCK);
    const reader = openReader();
    const ended = run(`${manyLines} process.exit(0);`, file);
    let text = '';
    const read = () => {
      text += readAll(reader);
      return text.split('\n').length - 1;
    };
    await expect.poll(read, { timeout: 10_000, interval: 5 }).toBe(MANY);
    expect(await ended).toEqual({ code: 0, out: '', aside: 'ends' });
    closeSync(reader);
    closeSync(file);
  });

  it('ends though nobody reads its lines', async () => {
    const file = openFifo();
    expect(await run(manyLines, file)).toEqual({ code: 0, out: '', aside: 'ends' });
    closeSync(file);
  });
});
