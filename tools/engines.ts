import { execFileSync } from 'node:child_process';

export interface MissingEngine {
  engine: string;
  suites: string;
  command: string;
}

const runs = (program: string, given: readonly string[] = ['--version']): boolean => {
  try {
    execFileSync(program, given, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const engines = [
  {
    engine: 'PostgreSQL',
    given: 'DATABASE_URL',
    programs: ['initdb', 'postgres'],
    suites: 'the records on PostgreSQL, and everything end to end in production mode',
    command: 'apt-get install postgresql (its programs on the PATH), or DATABASE_URL=… npm test',
  },
  {
    engine: 'Redis',
    given: 'REDIS_URL',
    programs: ['redis-server'],
    suites: 'the BullMQ queue, and everything end to end in production mode',
    command: 'apt-get install redis-server, or REDIS_URL=… npm test',
  },
] as const;

export const missingEngines = (environment: Record<string, string | undefined>): MissingEngine[] =>
  engines.filter(({ given, programs }) => !environment[given] && !programs.every((program) => runs(program)));

export const pythonTests = 'packages/e2e/src/document/python/*.test.ts';

/** Python is no engine of the service, so all other tests run without it. */
export const missingPython = (): MissingEngine[] =>
  runs('python3', ['-c', 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))'])
    ? []
    : [
        {
          engine: 'Python',
          suites: 'the Python client that is made of /openapi.json',
          command: 'apt-get install python3-venv (Python 3.11 or newer on the PATH)',
        },
      ];

/** Qdrant is used only where a server is given. */
export const notGiven = (environment: Record<string, string | undefined>): MissingEngine[] =>
  environment.QDRANT_URL
    ? []
    : [
        {
          engine: 'Qdrant',
          suites: 'the index and everything end to end on a real Qdrant; they ran on its double',
          command: 'QDRANT_URL=http://… npm test',
        },
      ];
