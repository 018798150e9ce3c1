import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '@hippocamp/e2e/client';
import type { Random } from '@hippocamp/e2e/random';
import { sentence } from '@hippocamp/e2e/sentence';
import type { Balancer } from './balancer.js';

export interface Seen {
  requests: number;
  statuses: Map<string, number>;
  /** Texts answered with a success, and when they were stored (ms); infinite for those to be stored later. */
  kept: Map<string, number>;
  /** Answers of 200 that lack a kept text and do not say that something is missing. */
  hidden: number;
  slowest: number;
}

const SENDERS = 8;
/** ms that a client goes on with one write. */
const PERSISTENCE = 90_000;
const LONGEST_PAUSE = 5_000;
/** ms after which a query must find a write. */
const SETTLED = 3_000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const nameOf = (answer: ApiAnswer | null) => {
  if (answer === null) return 'no answer';
  return answer.body?.outcome === 'unknown' ? 'unknown' : String(answer.status);
};

export async function textsOf(balancer: Balancer): Promise<string[] | null> {
  const texts: string[] = [];
  for (let path = '/memories?limit=100'; ; ) {
    const answer = await balancer.get(path);
    if (answer?.status !== 200) return null;
    const { memories, nextCursor } = answer.body.data;
    texts.push(...memories.map(({ content }: { content: string }) => content));
    if (!nextCursor) return texts;
    path = `/memories?limit=100&cursor=${encodeURIComponent(nextCursor)}`;
  }
}

/** Clients that follow the answers: they wait as long as asked, and look before they repeat a write without a key. */
export function startLoad(balancer: Balancer, random: Random): { seen: Seen; stop(): Promise<void> } {
  const seen: Seen = { requests: 0, statuses: new Map(), kept: new Map(), hidden: 0, slowest: 0 };
  let stopped = false;
  let numbers = 0;

  const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const start = performance.now();
    const answer = await balancer.post(path, body, headers);
    seen.requests += 1;
    seen.slowest = Math.max(seen.slowest, performance.now() - start);
    const name = nameOf(answer);
    seen.statuses.set(name, (seen.statuses.get(name) ?? 0) + 1);
    return answer;
  };

  const isThere = async (text: string) => {
    const texts = await textsOf(balancer);
    return texts === null ? null : texts.includes(text);
  };

  /** A write that may be stored already is looked for before it is sent again. */
  const mayRepeat = async (text: string, answer: ApiAnswer | null, keyed: boolean): Promise<boolean> => {
    const isKnown = answer !== null && answer.body?.outcome !== 'unknown';
    if (keyed || isKnown) return true;
    for (let found: boolean | null = null; found === null; found = await isThere(text)) await pause(500);
    return !(await isThere(text));
  };

  const write = async (path: string, body: object, text: string, keyed: boolean) => {
    const headers: Record<string, string> = keyed ? { 'idempotency-key': randomUUID() } : {};
    for (const end = performance.now() + PERSISTENCE; performance.now() < end; ) {
      const answer = await ask(path, body, headers);
      // An accepted text is not stored yet, so no query has to find it.
      const at = answer?.status === 202 ? Number.POSITIVE_INFINITY : performance.now();
      if (answer && answer.status < 300) return void seen.kept.set(text, at);
      if (!(await mayRepeat(text, answer, keyed))) return void seen.kept.set(text, performance.now());
      const wait = Number(answer?.headers.get('retry-after') ?? 1) * 1000;
      await pause(Math.min(LONGEST_PAUSE, wait));
    }
  };

  const newText = () => {
    numbers += 1;
    return sentence(numbers, random);
  };

  const create = async () => {
    const content = newText();
    await write('/memories', { tier: 'semantic', content }, content, random.next() < 0.5);
  };
  const ingest = async () => {
    const content = newText();
    await write('/ingest', { content, source: 'note' }, content, true);
  };
  const query = async () => {
    const settled = [...seen.kept].filter(([, at]) => performance.now() - at > SETTLED);
    if (settled.length === 0) return;
    const [text] = random.pick(settled);
    const answer = await ask('/memories/query', { text, k: 10, weights: { semantic: 1 } });
    if (answer?.status !== 200 || answer.body.data.degraded) return;
    const shown = answer.body.data.results.map(({ memory }: { memory: { content: string } }) => memory.content);
    if (!shown.includes(text)) seen.hidden += 1;
  };
  const kinds = [create, create, ingest, query, query];

  const sender = async () => {
    while (!stopped) {
      await random.pick(kinds)();
      await pause(random.whole(5, 40));
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, sender));
  senders.catch(() => undefined);
  return {
    seen,
    async stop() {
      stopped = true;
      await senders;
    },
  };
}
