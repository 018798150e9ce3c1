import type { FlagParametersForType } from '@stricli/core';
import type { Shell } from '../shell.js';

export interface OutputFlags {
  json?: boolean | undefined;
}

export interface ConnectionFlags extends OutputFlags {
  url?: string | undefined;
  data?: string | undefined;
  tenant?: string | undefined;
  apiKey?: string | undefined;
  timeout?: number | undefined;
}

export interface OwnerFlags {
  owner?: string | undefined;
}

const text = (input: string): string => input;

/** The parser adds the name of the flag to the message. */
export const numberFrom =
  (least: number, most?: number) =>
  (input: string): number => {
    const value = Number(input);
    const range = most === undefined ? `of ${least} at least` : `from ${least} to ${most}`;
    if (input.trim() === '' || !(value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER)))
      throw new Error(`must be a number ${range}`);
    return value;
  };

export const isoTime = (input: string): string => {
  const time = new Date(input);
  if (Number.isNaN(time.getTime())) throw new Error('must be a time such as 2026-05-01 or 2026-05-01T09:30:00Z');
  return time.toISOString();
};

export const optionalText = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: text, optional: true, brief, placeholder }) as const;

export const outputFlags: FlagParametersForType<OutputFlags, Shell> = {
  json: {
    kind: 'boolean',
    optional: true,
    brief: 'JSON on a terminal; --no-json for tables in a pipe',
  },
};

export const ownerFlags: FlagParametersForType<OwnerFlags, Shell> = {
  owner: optionalText('Whose memories are meant, by name or by the id of an entity (HIPPOCAMP_OWNER)', 'name'),
};

export const connectionFlags: FlagParametersForType<ConnectionFlags, Shell> = {
  url: optionalText('Service to ask (HIPPOCAMP_URL); without it that of the folder', 'url'),
  data: optionalText('Folder of the service inside (HIPPOCAMP_DATA, else ./.hippocamp)', 'folder'),
  tenant: optionalText('Tenant (HIPPOCAMP_TENANT, else "default")', 'name'),
  apiKey: optionalText('Key; better in HIPPOCAMP_API_KEY, which other users of the machine do not see', 'key'),
  timeout: {
    kind: 'parsed',
    parse: numberFrom(0.001, 86_400),
    optional: true,
    brief: 'Seconds that one answer may take, tries and waits together (300)',
    placeholder: 'seconds',
  },
  ...outputFlags,
};

export const connectionAliases = { u: 'url', d: 'data', t: 'tenant' } as const;
