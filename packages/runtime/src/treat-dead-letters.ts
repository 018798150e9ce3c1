import { parseArgs } from 'node:util';
import { createAllDeadLetters } from '@hippocamp/core/modules/upkeep/all-dead-letters';
import { type JobKind, jobKinds } from '@hippocamp/core/ports/job-queue';
import type { DeadLetterChoice, TenantDeadLetter } from '@hippocamp/core/ports/records';
import { type TenantId, tenantPattern } from '@hippocamp/shared/schemas/common';
import { safeLine } from '@hippocamp/shared/text/cleaned';
import { systemClock as clock } from './clock-and-ids.js';
import { openPostgresRecords } from './engines/postgres.js';
import { createLogger } from './logger.js';
import { type Settings, SettingsError } from './settings.js';

const USAGE =
  'npm run dead-letters lists them; -- --retry tries them again, -- --discard removes them; --tenant T and --kind K say which, and --discard wants one of them or --all.';

const refuse = (what: string): never => {
  throw new SettingsError(`${what} ${USAGE}`);
};

const options = {
  retry: { type: 'boolean', default: false },
  discard: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  tenant: { type: 'string' },
  kind: { type: 'string' },
} as const;

const parse = (given: readonly string[]) => {
  try {
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    return refuse(error instanceof Error ? `${error.message.split('. ', 1)[0]}.` : String(error));
  }
};

const tenantOf = (given: string): TenantId =>
  tenantPattern.test(given)
    ? (given as TenantId)
    : refuse(`--tenant ${given} is no name of a tenant: 1 to 128 of A-Z a-z 0-9 . _ : @ -.`);

const kindOf = (given: string): JobKind =>
  jobKinds.find((kind) => kind === given) ?? refuse(`--kind ${given} is none of ${jobKinds.join(', ')}.`);

/** Throws where the arguments are unclear, so that a misspelling does nothing. */
export function readDeadLetterOrder(given: readonly string[]): {
  action: 'list' | 'retry' | 'discard';
  which: DeadLetterChoice;
} {
  const { retry, discard, all, tenant, kind } = parse(given);
  if (retry && discard) refuse('--retry and --discard exclude each other.');
  if (all && (tenant !== undefined || kind !== undefined)) refuse('--all and --tenant or --kind exclude each other.');
  if (discard && !all && tenant === undefined && kind === undefined)
    refuse('--discard would remove the dead letters of all tenants.');
  const action = retry ? 'retry' : discard ? 'discard' : 'list';
  const which = {
    tenant: tenant === undefined ? undefined : tenantOf(tenant),
    kind: kind === undefined ? undefined : kindOf(kind),
  };
  return { action, which };
}

const HEAD = ['tenant', 'kind', 'ref', 'since', 'attempts', 'reason'].join('\t');

const line = ({ tenant, kind, ref, deadAt, attempts, error }: TenantDeadLetter) =>
  [tenant, kind, ref, deadAt.toISOString(), attempts, safeLine((error ?? '').replace(/\s+/g, ' '))].join('\t');

export async function treatDeadLetters(
  { engines, logLevel }: Settings,
  given: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { action, which } = readDeadLetterOrder(given);
  if (engines.mode === 'embedded') {
    throw new SettingsError(
      'The embedded database is the gateway’s alone: ask it for the dead letters of a tenant, GET /admin/dead-letters. Set DATABASE_URL, QDRANT_URL and REDIS_URL to look into a server.',
    );
  }
  const { records, close } = await openPostgresRecords(engines.database, createLogger(logLevel));
  try {
    const letters = createAllDeadLetters({ records, clock });
    if (action === 'retry') return say(`Tried again: ${await letters.retry(which)}.`);
    if (action === 'discard') return say(`Removed: ${await letters.discard(which)}.`);
    say(HEAD);
    for await (const letter of letters.list(which)) say(line(letter));
  } finally {
    await close();
  }
}
