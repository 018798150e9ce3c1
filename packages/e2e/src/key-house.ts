import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import type { Span } from './places.js';
import { BRIEF, type ServiceProcess } from './service-process.js';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../apps/gateway/dist/keys/main.js', import.meta.url));

export const PEPPER = { KEY_PEPPER: 'f'.repeat(64) };
export const REQUIRED = { ...PEPPER, AUTH_MODE: 'required' };

export const withKey = (url: string, key: string): Api => createApi(url, '', { authorization: `Bearer ${key}` });

export const opsOf = ({ output }: ServiceProcess): Api =>
  createApi(/"ops":"([^"]+)"/.exec(output())?.[1] ?? 'no OPS_PORT', '', {});

export interface KeyHouse {
  gateway: ServiceProcess;
  operator: Api;
  secret: string;
  make(body: object): Promise<{ key: { id: string }; secret: string }>;
  keyed(body: object): Promise<Api>;
}

export function useKeyHouse(span: Span = 'test') {
  const { start, startAlone, place } = useOwnServices(span);
  const command = async (...args: string[]): Promise<string> => {
    const env = { PATH: '/usr/bin:/bin', EMBEDDER: 'words', READER: 'none', ...place(), ...PEPPER };
    return (await run(process.execPath, [...BRIEF, program, ...args], { env })).stdout.trim();
  };
  const open = async (settings: Record<string, string> = REQUIRED): Promise<KeyHouse> => {
    const gateway = await start(settings);
    const secret = await command('create', '--operator');
    const operator = withKey(gateway.url, secret);
    const make: KeyHouse['make'] = async (body) => {
      const made = await operator.post('/operator/keys', { name: 'test', ...body });
      expect(made.status, made.text).toBe(200);
      return made.body.data;
    };
    return { gateway, operator, secret, make, keyed: async (body) => withKey(gateway.url, (await make(body)).secret) };
  };
  return { open, command, start, startAlone, place };
}
