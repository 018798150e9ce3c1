import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Engines } from '../../processes/engines.js';
import type { Place } from './place.js';

export interface EngineLine {
  engine: string;
  what: string;
}

const run = promisify(execFile);

async function redisVersion(): Promise<string> {
  const { stdout } = await run('redis-server', ['--version']);
  return /v=(\S+)/.exec(stdout)?.[1] ?? 'of unknown version';
}

async function qdrantVersion(url: string): Promise<string> {
  const answer = await fetch(url);
  const { version } = (await answer.json()) as { version?: string };
  return version ?? 'of unknown version';
}

export async function engineLines({ postgres, service }: Place, { started }: Engines): Promise<EngineLine[]> {
  const { QDRANT_URL = '' } = service.settings;
  return [
    {
      engine: 'PostgreSQL',
      what: `${postgres.version}, ${started.database ? 'started for this run, without fsync' : 'as given'}`,
    },
    {
      engine: 'Redis',
      what: started.redis ? `${await redisVersion()}, started for this run, AOF with fsync always` : 'as given',
    },
    {
      engine: 'Qdrant',
      what: started.qdrant
        ? 'none: a double of it in one Node process'
        : `${await qdrantVersion(QDRANT_URL)}, as given`,
    },
  ];
}
