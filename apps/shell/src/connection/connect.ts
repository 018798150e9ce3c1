import { resolve } from 'node:path';
import { ownerChoiceOf } from '@hippocamp/runtime/client-settings';
import { createHippocamp, type Hippocamp } from '@hippocamp/sdk';
import type { Shell } from '../shell.js';
import type { ConnectionFlags, OwnerFlags } from './flags.js';

export interface Connection {
  client: Hippocamp;
  /** Where the service is, and which tenant: what was sent once need not be sent there again. */
  place: { service: string; tenant: string };
  /** Folder for what the shell itself keeps. */
  folder: string;
  close(): Promise<void>;
}

const SECOND = 1000;
/** As long as the client waits by itself. */
const TRY = 65 * SECOND;
const TOTAL = 300 * SECOND;
/** Enough to outlast a restart of the service. */
const RETRIES = 8;
const TENANT = 'default';

const timesOf = (seconds: number | undefined) => {
  const total = seconds === undefined ? TOTAL : seconds * SECOND;
  return { timeoutMs: Math.min(TRY, total), totalTimeoutMs: total };
};

/** The owner that a flag or the environment names. */
export const ownerOf = (shell: Shell, { owner }: OwnerFlags) => ownerChoiceOf(owner ?? shell.settings().owner);

/** The service of a folder: that of the process which holds it, or one inside. Loaded only where it is needed. */
const openFolder = async (folder: string, { aside }: Shell) => {
  const { openService } = await import('@hippocamp/gateway/open-service');
  if (aside.isTTY) aside.write(`Opening ${folder} …`);
  try {
    return await openService({ data: folder });
  } finally {
    if (aside.isTTY) aside.write('\r\u001b[K');
  }
};

/** A client of the service that the flags or the environment name, or of the folder. */
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

/** Runs with a connection that is closed however it ends. */
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
