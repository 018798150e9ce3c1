import type { Ports } from './ports.js';

/** Options of all calls of a client. Times are in milliseconds. */
export interface HippocampOptions {
  /** The address of the service, such as `http://127.0.0.1:8080`; may end in a path. */
  baseUrl: string;
  /** Owns the records; may be left out where an API key names it. */
  tenant?: string;
  /** Sent as `Authorization: Bearer …`. */
  apiKey?: string;
  /** Replaces the platform's. */
  fetch?: typeof fetch;
  /** Limits one try with its answer; a stream until something comes. Default 65 s: longer than the service waits. */
  timeoutMs?: number;
  /** Limits all tries of a call and the waits between them. Default 5 min. */
  totalTimeoutMs?: number;
  /** The number of further tries. Default 4. */
  retries?: number;
  /** False: `too-many-requests` and `overloaded` are not tried again, but told at once. Default true. */
  retryRefusals?: boolean;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
}

/** Options of one call, which win over those of the client. */
export interface CallOptions
  extends Pick<HippocampOptions, 'tenant' | 'timeoutMs' | 'totalTimeoutMs' | 'retries' | 'headers'> {
  signal?: AbortSignal;
  /** Replaces the client's own key. A repeat with the same key gets the first answer, for 24 h. */
  idempotencyKey?: string;
  /** The `version` that was read. The change is refused with `PreconditionFailed` if the record has another one. */
  ifMatch?: number | string;
  /** Answers at once, with `status: "processing"`, if the work takes longer. */
  respondAsync?: boolean;
  /** Gets the head of each answer. */
  onAnswer?: (head: AnswerHead) => void;
}

export interface AnswerHead {
  status: number;
  headers: Headers;
  /** Finds the request in the log of the service. */
  requestId: string | undefined;
  attempts: number;
  /** True for the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

export interface Settings {
  baseUrl: string;
  tenant: string | undefined;
  apiKey: string | undefined;
  timeoutMs: number;
  totalTimeoutMs: number;
  retries: number;
  retryRefusals: boolean;
  headers: Readonly<Record<string, string>>;
}

const httpUrl = /^https?:\/\/[^/]/;

const withoutSlash = (url: string): string => (url.endsWith('/') ? withoutSlash(url.slice(0, -1)) : url);

export function settingsOf(options: HippocampOptions): Settings {
  const { baseUrl, tenant, apiKey, timeoutMs = 65_000, totalTimeoutMs = 300_000, retries = 4, headers = {} } = options;
  const { retryRefusals = true } = options;
  if (!httpUrl.test(baseUrl)) {
    throw new TypeError(`baseUrl is "${baseUrl}", and should be like http://127.0.0.1:8080`);
  }
  return { baseUrl: withoutSlash(baseUrl), tenant, apiKey, timeoutMs, totalTimeoutMs, retries, retryRefusals, headers };
}

export const portsOf = (ports: Ports, { fetch: given }: HippocampOptions): Ports =>
  given ? { ...ports, fetch: (url, init) => given(url, init) } : ports;
