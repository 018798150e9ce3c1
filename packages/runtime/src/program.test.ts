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
