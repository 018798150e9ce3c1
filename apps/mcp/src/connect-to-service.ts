import type { HippocampOptions } from '@hippocamp/sdk';
import type { Options } from './options.js';

export interface Connected {
  options: Pick<HippocampOptions, 'baseUrl' | 'fetch'>;
  /** Rejects when no service can be had. */
  opened: Promise<unknown>;
  close(): Promise<void>;
}

/** Loaded only where the program may have to hold the folder itself. */
const open = async (data: string) => {
  const { openService } = await import('@hippocamp/gateway/open-service');
  return openService({ data });
};

/** A folder is opened while the client says hello. */
export function connectToService({ url, data }: Pick<Options, 'url' | 'data'>): Connected {
  if (url !== undefined) {
    return { options: { baseUrl: url }, opened: Promise.resolve(), close: async () => undefined };
  }
  const opened = open(data);
  return {
    options: { baseUrl: 'http://localhost', fetch: async (...request) => (await opened).fetch(...request) },
    opened,
    close: async () => (await opened).close(),
  };
}
