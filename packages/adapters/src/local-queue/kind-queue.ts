import type { JobHandler, JobKey, QueueDepth } from '@hippocamp/core/ports/job-queue';

interface Line<Item> {
  push(item: Item): void;
  shift(): Item | undefined;
  size(): number;
}

/** First in, first out; `Array.shift` would move a long backlog at every step. */
function createLine<Item>(): Line<Item> {
  let items: Item[] = [];
  let head = 0;
  return {
    push: (item) => {
      items.push(item);
    },
    shift() {
      if (head === items.length) return undefined;
      const item = items[head];
      head += 1;
      if (head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    size: () => items.length - head,
  };
}

function createLane(): { add(job: JobKey): void; take(): JobKey | undefined } {
  const jobs = new Map<string, Line<JobKey>>();
  const turns = createLine<string>();
  return {
    add(job) {
      const line = jobs.get(job.tenant) ?? createLine<JobKey>();
      line.push(job);
      if (jobs.has(job.tenant)) return;
      jobs.set(job.tenant, line);
      turns.push(job.tenant);
    },
    take() {
      const tenant = turns.shift();
      if (tenant === undefined) return undefined;
      const line = jobs.get(tenant);
      const job = line?.shift();
      if (line?.size()) turns.push(tenant);
      else jobs.delete(tenant);
      return job;
    },
  };
}

type Settle = (handled: boolean) => void;
type Groups = Map<string, Set<Settle>>;

interface Waiters {
  wait(key: string, run: 'current' | 'next', timeoutMs: number): Promise<boolean>;
  runStarts(key: string): void;
  runEnds(key: string): void;
  settleAll(key: string): void;
  dismiss(): void;
}

const groupOf = (groups: Groups, key: string) => {
  const group = groups.get(key) ?? new Set<Settle>();
  groups.set(key, group);
  return group;
};

function createWaiters(): Waiters {
  const current: Groups = new Map();
  const next: Groups = new Map();

  const leave = (key: string, group: Set<Settle>, settle: Settle) => {
    group.delete(settle);
    if (group.size > 0) return;
    for (const groups of [current, next]) if (groups.get(key) === group) groups.delete(key);
  };

  return {
    wait: (key, run, timeoutMs) =>
      new Promise((resolve) => {
        const group = groupOf(run === 'current' ? current : next, key);
        const settle = (handled: boolean) => {
          clearTimeout(timer);
          leave(key, group, settle);
          resolve(handled);
        };
        const timer = setTimeout(settle, timeoutMs, false);
        group.add(settle);
      }),
    runStarts(key) {
      const group = next.get(key);
      if (!group) return;
      next.delete(key);
      current.set(key, group);
    },
    runEnds(key) {
      for (const settle of [...(current.get(key) ?? [])]) settle(true);
    },
    settleAll(key) {
      for (const groups of [current, next]) for (const settle of [...(groups.get(key) ?? [])]) settle(true);
    },
    dismiss() {
      for (const group of [...current.values(), ...next.values()]) for (const settle of [...group]) settle(false);
    },
  };
}

export interface KindQueue {
  enqueue(job: JobKey): void;
  work(handler: JobHandler, concurrency: number): void;
  finished(job: JobKey, timeoutMs: number): Promise<boolean>;
  announce(job: JobKey): void;
  depth(): QueueDepth;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
  dismiss(): void;
}

interface Worker {
  handler: JobHandler;
  concurrency: number;
}

/** Unambiguous, because a tenant's name holds no space. */
const keyOf = ({ tenant, ref }: JobKey) => `${tenant} ${ref}`;

export function createKindQueue(onError: (job: JobKey, error: unknown) => void): KindQueue {
  const lane = createLane();
  const waiting = new Set<string>();
  const running = new Set<string>();
  const enqueuedAgain = new Set<string>();
  const waiters = createWaiters();
  let worker: Worker | undefined;
  let planned = false;
  let stopped = false;
  let idle: Promise<void> | undefined;
  let whenIdle: (() => void) | undefined;

  const enqueue = (job: JobKey) => {
    const key = keyOf(job);
    if (waiting.has(key)) return;
    waiting.add(key);
    lane.add(job);
  };

  const run = async ({ handler }: Worker, job: JobKey) => {
    const key = keyOf(job);
    waiting.delete(key);
    running.add(key);
    waiters.runStarts(key);
    try {
      await handler(job);
    } catch (error) {
      onError(job, error);
    }
    running.delete(key);
    waiters.runEnds(key);
    if (enqueuedAgain.delete(key)) enqueue(job);
    if (running.size === 0) whenIdle?.();
    plan();
  };

  const handOut = () => {
    planned = false;
    while (worker && !stopped && running.size < worker.concurrency) {
      const job = lane.take();
      if (!job) return;
      void run(worker, job);
    }
  };

  /** In a later macrotask: PGlite settles in microtasks only, and a chain of jobs would starve the timers. */
  const plan = () => {
    if (planned) return;
    planned = true;
    setImmediate(handOut);
  };

  return {
    enqueue(job) {
      if (running.has(keyOf(job))) enqueuedAgain.add(keyOf(job));
      else enqueue(job);
      plan();
    },
    work(handler, concurrency) {
      worker = { handler, concurrency };
      plan();
    },
    finished(job, timeoutMs) {
      const key = keyOf(job);
      return waiters.wait(key, running.has(key) && !enqueuedAgain.has(key) ? 'current' : 'next', timeoutMs);
    },
    announce: (job) => waiters.settleAll(keyOf(job)),
    depth: () => ({ waiting: waiting.size + enqueuedAgain.size, running: running.size }),
    stop() {
      stopped = true;
      idle ??= new Promise((resolve) => {
        if (running.size === 0) resolve();
        else whenIdle = resolve;
      });
      return idle;
    },
    dismiss: waiters.dismiss,
  };
}
