import { setTimeout as pause } from 'node:timers/promises';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';
import { QdrantClient } from '@qdrant/js-client-rest';
import { CollectionMissing, describe, unavailable, verdictOn } from './failures.js';

export interface ConnectionOptions {
  /** `http://host` means port 6333, `https://host` port 443; a path is kept. */
  url: string;
  apiKey?: string | undefined;
  /** ms for one attempt; no attempt begins later than that after the first. */
  timeoutMs: number;
}

export interface Connection {
  /** For calls that may be repeated. Rejects with `dependency-unavailable`, or `QdrantFailure` for a refusal. */
  call<Result>(name: string, work: (client: QdrantClient) => Promise<Result>): Promise<Result>;
}

const ATTEMPTS = 3;
/** ms before the second attempt, doubled for each further one. */
const FIRST_PAUSE = 50;

/** Qdrant sends compressed answers in pieces, and delayed acknowledgements then cost 44 ms a call. */
const uncompressed = { 'accept-encoding': 'identity' };

/** The client's own parsing would drop the path, take port 6333 for https, and ask for the version by itself. */
function openClient({ url, apiKey, timeoutMs }: ConnectionOptions): QdrantClient {
  const { protocol, origin, pathname } = new URL(url);
  return new QdrantClient({
    url: origin,
    port: protocol === 'https:' ? 443 : 6333,
    prefix: withoutEnd(pathname, /\//),
    timeout: timeoutMs,
    headers: { ...uncompressed, ...(apiKey && { 'api-key': apiKey }) },
    checkCompatibility: false,
  });
}

/** ms, between half of the pause and all of it, so that many callers do not come back at once. */
const pauseBefore = (attempt: number) => FIRST_PAUSE * 2 ** (attempt - 2) * (0.5 + Math.random() / 2);

export function openConnection(options: ConnectionOptions): Connection {
  const client = openClient(options);

  const after = (name: string, error: unknown, attempt: number, deadline: number): number => {
    const verdict = verdictOn(error);
    const failure = describe(name, error);
    if (verdict.kind === 'refused') throw failure;
    if (verdict.kind === 'missing') throw new CollectionMissing(failure);
    if (verdict.kind === 'locked out') throw unavailable(failure);
    const wait = Math.max(pauseBefore(attempt + 1), (verdict.retryAfter ?? 0) * 1000);
    if (attempt === ATTEMPTS || Date.now() + wait > deadline) throw unavailable(failure, verdict.retryAfter);
    return wait;
  };

  return {
    async call(name, work) {
      const deadline = Date.now() + options.timeoutMs;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work(client);
        } catch (error) {
          await pause(after(name, error, attempt, deadline));
        }
      }
    },
  };
}
