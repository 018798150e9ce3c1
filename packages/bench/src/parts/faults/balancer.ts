import { type ApiAnswer, createApi } from '@hippocamp/e2e/client';

const LOOK_EVERY = 200;
const LOOK_TIME = 1000;
const REQUEST_TIME = 60_000;

export interface Balancer {
  /** Null where the connection broke, or there is no gateway. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<ApiAnswer | null>;
  get(path: string): Promise<ApiAnswer | null>;
  readonly ready: readonly string[];
  stop(): Promise<void>;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(LOOK_TIME * 3) }).then(
    ({ status }) => status === 200,
    () => false,
  );

const inTime = <Answer>(work: Promise<Answer>) =>
  Promise.race([work.catch(() => null), pause(REQUEST_TIME).then(() => null)]);

export function startBalancer(gateways: () => readonly string[], tenant: string): Balancer {
  let ready: string[] = [];
  let stopped = false;
  let turn = 0;
  const look = async () => {
    const asked = await Promise.all(gateways().map(async (url) => ((await isReady(url)) ? [url] : [])));
    ready = asked.flat();
  };
  const watching = (async () => {
    while (!stopped) {
      await look();
      await pause(LOOK_EVERY);
    }
  })();
  /** Without a ready gateway it still sends, since the answer to that is of interest. */
  const next = () => {
    const known = ready.length > 0 ? ready : gateways();
    turn += 1;
    const url = known[turn % Math.max(1, known.length)];
    return url === undefined ? null : createApi(url, tenant);
  };
  return {
    post: async (path, body, headers) => inTime(next()?.post(path, body, headers) ?? Promise.resolve(null)),
    get: async (path) => inTime(next()?.get(path) ?? Promise.resolve(null)),
    get ready() {
      return ready;
    },
    async stop() {
      stopped = true;
      await watching;
    },
  };
}
