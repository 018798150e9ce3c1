import { execFileSync } from 'node:child_process';

/** An engine that some tests need, and what is to be done where there is none. */
export interface MissingEngine {
  engine: string;
  /** What is not run without it. */
  suites: string;
  /** What would give it. */
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

/** Engines that this machine cannot give. */
export const missingEngines = (environment: Record<string, string | undefined>): MissingEngine[] =>
  engines.filter(({ given, programs }) => !environment[given] && !programs.every((program) => runs(program)));

/** Where the client is tried that a generator makes of the document. */
export const pythonTests = 'packages/e2e/src/document/python/*.test.ts';

/** Python with what makes environments of its own; no engine of the service, so that all else runs without it. */
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

/** What cannot be run anywhere without a server that is given. */
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
