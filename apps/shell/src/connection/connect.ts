import { resolve } from 'node:path';
import { ownerChoiceOf } from '@hippocamp/runtime/client-settings';
import { createHippocamp, type Hippocamp } from '@hippocamp/sdk';
import type { Shell } from '../shell.js';
import type { ConnectionFlags, OwnerFlags } from './flags.js';

export interface Connection {
  client: Hippocamp;
  /** A journal of imports is kept for each service and tenant. */
  place: { service: string; tenant: string };
  folder: string;
  close(): Promise<void>;
}

const SECOND = 1000;
/** The same as the client's own default. */
const TRY = 65 * SECOND;
const TOTAL = 300 * SECOND;
/** Enough to outlast a restart of the service. */
const RETRIES = 8;
const TENANT = 'default';

const timesOf = (seconds: number | undefined) => {
  const total = seconds === undefined ? TOTAL : seconds * SECOND;
  return { timeoutMs: Math.min(TRY, total), totalTimeoutMs: total };
};

export const ownerOf = (shell: Shell, { owner }: OwnerFlags) => ownerChoiceOf(owner ?? shell.settings().owner);

/** Attaches to the process that holds the folder, or opens a service inside. Loaded only when needed. */
const openFolder = async (folder: string, { aside }: Shell) => {
  const { openService } = await import('@hippocamp/gateway/open-service');
  if (aside.isTTY) aside.write(`Opening ${folder} …`);
  try {
    return await openService({ data: folder });
  } finally {
    if (aside.isTTY) aside.write('\r\u001b[K');
  }
};

/** A folder in the flags wins over a URL in the environment. */
export async function connect(shell: Shell, flags: ConnectionFlags): Promise<Connection> {
  const settings = shell.settings();
  const folder = flags.data ?? settings.data;
  const url = flags.url ?? (flags.data === undefined ? settings.url : undefined);
  const apiKey = flags.apiKey ?? settings.apiKey;
  const tenant = flags.tenant ?? settings.tenant ?? (apiKey === undefined ? TENANT : undefined);
  const options = {
    ...timesOf(flags.timeout),
    ...(tenant === undefined ? {} : { tenant }),
    ...(apiKey === undefined ? {} : { apiKey }),
    retries: RETRIES,
  };
  const place = { service: url ?? resolve(folder), tenant: tenant ?? '' };
  if (url !== undefined) {
    return { client: createHippocamp({ ...options, baseUrl: url }), place, folder, close: async () => undefined };
  }
  const { baseUrl, fetch, close } = await openFolder(folder, shell);
  return { client: createHippocamp({ ...options, baseUrl, fetch }), place, folder, close };
}

export async function connected<Result>(
  shell: Shell,
  flags: ConnectionFlags,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(shell, flags);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
