import { execFileSync } from 'node:child_process';

const runs = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const engines = [
  { engine: 'PostgreSQL', given: 'DATABASE_URL', programs: ['initdb', 'postgres'] },
  { engine: 'Redis', given: 'REDIS_URL', programs: ['redis-server'] },
] as const;

export function missingEngines(environment: Record<string, string | undefined>): string | null {
  const missing = engines.filter(({ given, programs }) => !environment[given] && !programs.every(runs));
  if (missing.length === 0) return null;
  const names = missing.map(({ engine }) => engine).join(' and ');
  const programs = missing.flatMap((each) => each.programs).join(', ');
  const given = missing.map((each) => each.given).join(', ');
  return `production is left out: there is no ${names} here (put ${programs} on the PATH, or set ${given})`;
}
