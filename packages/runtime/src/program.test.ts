import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { stopProgram } from '@hippocamp/runtime/program';
import { describe, expect, it } from 'vitest';

const stopped = async (stop: () => Promise<void>) => {
  const told: string[] = [];
  const tell = (_fields: unknown, message: string) => void told.push(message);
  const code = await stopProgram({ log: { info: tell, warn: tell, error: tell }, stop }, 'SIGTERM');
  return { code, told };
};

describe('a program that is told to stop', () => {
  it('ends well', async () => {
    expect(await stopped(async () => undefined)).toEqual({ code: 0, told: ['stopping', 'stopped'] });
  });

  it('says where it could not stop in order, and ends all the same', async () => {
    const failing = async () => {
      throw new Error('The database does not answer.');
    };
    expect(await stopped(failing)).toEqual({ code: 1, told: ['stopping', 'stopped, but not in order'] });
  });
});

/** Fails behind its own back, and ends well if it is still there to be told so. */
const failing = `
  import { runProgram } from '@hippocamp/runtime/program';
  const tell = (fields, message) => console.log(message, JSON.stringify(fields));
  runProgram('PORT', async () => {
    setImmediate(() => {
      Promise.reject(Object.assign(new Error('The memory of Mara.'), { code: 'ECONNRESET' }));
      setImmediate(() => process.kill(process.pid, 'SIGTERM'));
    });
    return { log: { info: tell, warn: tell, error: tell }, stop: async () => undefined };
  });
  setTimeout(() => undefined, 60_000);
`;

it('a program tells of a failure that nobody waited for, without its text, and goes on', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', failing], {
    cwd: import.meta.dirname,
  });
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => line.split(' {')[0])).toEqual(['a failure that nobody waited for', 'stopping', 'stopped']);
  expect(lines[0]).toContain('ECONNRESET');
  expect(stdout).not.toContain('Mara');
});
