import type { Ports } from '../ports.js';

export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Throws for a connection that fails. */
export type Answering = (sent: Sent, count: number) => Response | Promise<Response>;

export interface FakePorts extends Ports {
  sent: Sent[];
  /** The `redirect` option of each request. */
  redirects: unknown[];
  /** Milliseconds of each wait between tries, rounded. */
  waits: number[];
  settle<Result>(promise: Promise<Result>): Promise<Result>;
}

interface Timer {
  at: number;
  run: () => void;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** The clock moves only while nothing else happens, and random is always a half. */
export function fakePorts(answer: Answering): FakePorts {
  const sent: Sent[] = [];
  const redirects: unknown[] = [];
  const waits: number[] = [];
  const timers = new Set<Timer>();
  let now = Date.UTC(2026, 0, 1);
  const fireNext = () => {
    const [next] = [...timers].sort((one, other) => one.at - other.at);
    if (!next) throw new Error('nothing happens any more');
    timers.delete(next);
    waits.push(Math.round(next.at - now));
    now = next.at;
    next.run();
  };
  return {
    sent,
    redirects,
    waits,
    async fetch(url, { method = '', headers, body, redirect }) {
      sent.push({ method, url, headers: headers as Record<string, string>, body: body as string | undefined });
      redirects.push(redirect);
      return answer(sent[sent.length - 1] as Sent, sent.length);
    },
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    random: () => 0.5,
    newKey: () => `key-${sent.length}`,
    async settle(promise) {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      promise.then(done, done);
      for (await nextTurn(); !isDone; await nextTurn()) fireNext();
      return promise;
    },
  };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const data = (body: unknown, status = 200) => json({ data: body }, status);

export const problem = (name: string, status: number, more: object = {}, headers: Record<string, string> = {}) =>
  new Response(
    JSON.stringify({
      type: `/problems/${name}`,
      title: name,
      status,
      detail: `It is ${name}.`,
      requestId: 'r-1',
      ...more,
    }),
    { status, headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers } },
  );

export const networkError = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
