import type { Ports } from './ports.js';

/** What holds for all calls of a client. Times are in milliseconds. */
export interface HippocampOptions {
  /** Where the service is, such as `http://127.0.0.1:8080`; may end in a path. */
  baseUrl: string;
  /** The tenant that owns the records; may be left out where an API key names it. */
  tenant?: string;
  /** Sent as `Authorization: Bearer …`. */
  apiKey?: string;
  /** In place of the platform's. */
  fetch?: typeof fetch;
  /** For one try, its answer read to the end; of streams until something comes. Default 65 s: longer than the service waits for its own work. */
  timeoutMs?: number;
  /** For all tries of a call and the waits between them. Default 5 min. */
  totalTimeoutMs?: number;
  /** How often it is tried again. Default 4. */
  retries?: number;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
}

/** What holds for one call, and wins over what holds for all. */
export interface CallOptions
  extends Pick<HippocampOptions, 'tenant' | 'timeoutMs' | 'totalTimeoutMs' | 'retries' | 'headers'> {
  signal?: AbortSignal;
  /** In place of the one that the client makes; a repeat with the same key gets the first answer, for 24 h. */
  idempotencyKey?: string;
  /** The `version` that was read: the change is refused with `PreconditionFailed` where the record has another one. */
  ifMatch?: number | string;
  /** Answers at once, with `status: "processing"`, what would take longer. */
  respondAsync?: boolean;
  /** Is told of the head of the answer. */
  onAnswer?: (head: AnswerHead) => void;
}

export interface AnswerHead {
  status: number;
  headers: Headers;
  /** Finds it in the log of the service. */
  requestId: string | undefined;
  attempts: number;
  /** This is the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** Options of the client with the defaults filled in. */
export interface Settings {
  baseUrl: string;
  tenant: string | undefined;
  apiKey: string | undefined;
  timeoutMs: number;
  totalTimeoutMs: number;
  retries: number;
  headers: Readonly<Record<string, string>>;
}

const httpUrl = /^https?:\/\/[^/]/;

const withoutSlash = (url: string): string => (url.endsWith('/') ? withoutSlash(url.slice(0, -1)) : url);

export function settingsOf(options: HippocampOptions): Settings {
  const { baseUrl, tenant, apiKey, timeoutMs = 65_000, totalTimeoutMs = 300_000, retries = 4, headers = {} } = options;
  if (!httpUrl.test(baseUrl)) {
    throw new TypeError(`baseUrl is "${baseUrl}", and should be like http://127.0.0.1:8080`);
  }
  return { baseUrl: withoutSlash(baseUrl), tenant, apiKey, timeoutMs, totalTimeoutMs, retries, headers };
}

/** The platform with what of it an option replaces. */
export const portsOf = (ports: Ports, { fetch: given }: HippocampOptions): Ports =>
  given ? { ...ports, fetch: (url, init) => given(url, init) } : ports;
