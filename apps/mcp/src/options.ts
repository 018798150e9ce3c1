import { parseArgs } from 'node:util';
import { type ClientSettings, readClientSettings } from '@hippocamp/runtime/client-settings';
import { ownName, tenantPattern } from '@hippocamp/shared/schemas/common';

export const usage = `hippocamp-mcp: a long-term memory for agents, as tools of the Model Context Protocol over standard input and output.

  hippocamp-mcp --data <folder>   keeps memories in this folder; several programs may use one (default ./.hippocamp)
  hippocamp-mcp --url <service>   asks a service that runs, such as http://127.0.0.1:8080

  --tenant <name>    whose memories (default: default)
  --owner <name>     who owns what is remembered, and whose memories are found: a name, or the id of an entity
  --api-key <key>    for a service that asks for one; better set as HIPPOCAMP_API_KEY
  --help

Each has an environment variable that it wins over: HIPPOCAMP_DATA, HIPPOCAMP_URL, HIPPOCAMP_TENANT, HIPPOCAMP_OWNER, HIPPOCAMP_API_KEY.
`;

/** Its message is for the person who configures the program. */
export class UsageError extends Error {}

export interface Options extends ClientSettings {
  help: boolean;
}

const TENANT = 'default';

const flags = {
  data: { type: 'string' },
  url: { type: 'string' },
  tenant: { type: 'string' },
  owner: { type: 'string' },
  'api-key': { type: 'string' },
  help: { type: 'boolean' },
} as const;

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, options: flags }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}. See hippocamp-mcp --help.`);
  }
};

const check = ({ url, tenant, owner }: Options) => {
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url))
    throw new UsageError(`--url is "${url}", and should be like http://127.0.0.1:8080.`);
  if (tenant !== undefined && !tenantPattern.test(tenant))
    throw new UsageError(`--tenant is "${tenant}", and should be 1 to 128 of A-Z a-z 0-9 . _ : @ -.`);
  if (owner !== undefined && !ownName.safeParse(owner).success)
    throw new UsageError('--owner should be a name of 1 to 256 characters, or the id of an entity.');
};

/** The command line wins over the environment. */
export function readOptions(args: string[], settings: ClientSettings = readClientSettings()): Options {
  const { data, url, tenant, owner, 'api-key': key, help = false } = parse(args);
  if (data !== undefined && url !== undefined)
    throw new UsageError('--data and --url cannot stand together: a service at a URL keeps its own folder.');
  const apiKey = key ?? settings.apiKey;
  const options = {
    help,
    data: data ?? settings.data,
    // A folder on the command line wins over a URL in the environment.
    url: data === undefined ? (url ?? settings.url) : undefined,
    tenant: tenant ?? settings.tenant ?? (apiKey === undefined ? TENANT : undefined),
    owner: owner ?? settings.owner,
    apiKey,
  };
  check(options);
  return options;
}
