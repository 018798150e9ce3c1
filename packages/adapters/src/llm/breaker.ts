import type { AtFault, Attempt } from './failures.js';

interface Breaker {
  rests(): boolean;
  /** After a rest, one caller asks and the others wait for its outcome. */
  begins(): void;
  went(well: boolean): void;
  /** Rests for `time` ms, or until a call succeeds. */
  waitFor(time: number): void;
  /** Rests for `time` ms because the server asked for it, even if calls succeed meanwhile. */
  restFor(time: number): void;
}

/** Rests for `rest` ms after `most` failures in a row. `now` is in ms. */
export function createBreaker(most: number, rest: number, now: () => number = Date.now): Breaker {
  let failures = 0;
  let until = 0;
  let askedUntil = 0;
  return {
    rests: () => now() < Math.max(until, askedUntil),
    begins() {
      if (failures >= most) until = now() + rest;
    },
    went(well) {
      failures = well ? 0 : failures + 1;
      until = failures >= most ? now() + rest : 0;
    },
    waitFor(time) {
      until = Math.max(until, now() + time);
    },
    restFor(time) {
      askedUntil = Math.max(askedUntil, now() + time);
    },
  };
}

const [FAILURES, REST] = [5, 30_000];
/** ms. Wrong settings or a broken model take longer to mend than seconds. */
const LONG_REST = 300_000;

/** Shared by the chats of one server: if it does not answer one of them, the others stop asking. */
export interface ServerBreaker {
  /** True while calls for one tenant or all are not made. */
  rests(): boolean;
  /** True while calls for this tenant are not made. */
  restsFor(tenant: string): boolean;
  /** Begins a call, unless it rests. */
  mayAsk(tenant: string): boolean;
  /** Says what rests from now on: all of the server, or the calls of the tenant. */
  went(tenant: string, well: boolean): 'server' | 'calls' | null;
  /** Rests for `time` ms because the server asked for it, even if calls succeed meanwhile: for all, or for one tenant. */
  restFor(time: number, tenant?: string): void;
}

/** Failures of one tenant rest it alone, because the server may fail only on its texts; those of two in a row, all. */
export function createServerBreaker(now: () => number = Date.now): ServerBreaker {
  const tenants = new Map<string, Breaker>();
  const failing = new Set<string>();
  let failures = 0;
  let [until, askedUntil] = [0, 0];
  /** True from a rest of all until an answer. Then tenants try in turn, and one that fails waits. */
  let isDoubted = false;
  let trying: string | null = null;
  const restsAll = () => now() < Math.max(until, askedUntil);
  const restsFor = (tenant: string) => restsAll() || (tenants.get(tenant)?.rests() ?? false);
  const recovers = (tenant: string) => {
    [failures, until, isDoubted, trying] = [0, 0, false, null];
    failing.clear();
    const own = tenants.get(tenant);
    own?.went(true);
    if (!own?.rests()) tenants.delete(tenant);
  };
  const breakerOf = (tenant: string): Breaker => {
    const own = tenants.get(tenant) ?? createBreaker(FAILURES, REST, now);
    tenants.set(tenant, own);
    return own;
  };
  const restOne = (tenant: string): boolean => {
    const own = breakerOf(tenant);
    own.went(false);
    if (isDoubted) own.waitFor(REST);
    return own.rests();
  };
  const restAll = () => {
    [until, isDoubted, trying] = [now() + REST, true, null];
    failing.clear();
  };
  const fails = (tenant: string) => {
    const isOneResting = restOne(tenant);
    failures += 1;
    failing.add(tenant);
    if (failures >= FAILURES && failing.size > 1) restAll();
    else if (trying === tenant) [until, trying] = [0, null];
    if (isDoubted || restsAll()) return 'server';
    return isOneResting ? 'calls' : null;
  };
  return {
    rests: () => restsAll() || [...tenants.values()].some((own) => own.rests()),
    restsFor,
    mayAsk(tenant) {
      if (restsFor(tenant)) return false;
      tenants.get(tenant)?.begins();
      if (isDoubted) [until, trying] = [now() + REST, tenant];
      return true;
    },
    went(tenant, well) {
      if (!well) return fails(tenant);
      recovers(tenant);
      return null;
    },
    restFor(time, tenant) {
      if (tenant === undefined) askedUntil = Math.max(askedUntil, now() + time);
      else breakerOf(tenant).restFor(time);
    },
  };
}

export type Resting = Exclude<AtFault, 'text'> | 'calls';

export function createRests(server: ServerBreaker) {
  const settings = createBreaker(1, LONG_REST);
  /** Counts refused requests, where a text or the settings may be at fault, for this chat alone: others may have another model. */
  const refusals = createServerBreaker();
  /** By tenant, because a model may fail only on certain texts. A good answer ends the count. */
  const answers = new Map<string, Breaker>();
  return {
    areOn: () => [server, settings, refusals, ...answers.values()].some((each) => each.rests()),
    mayAsk(tenant: string): boolean {
      const own = answers.get(tenant);
      if (settings.rests() || own?.rests() || refusals.restsFor(tenant) || !server.mayAsk(tenant)) return false;
      settings.begins();
      refusals.mayAsk(tenant);
      own?.begins();
      return true;
    },
    /** A server that refuses what one tenant asks says nothing about what others do. */
    restFor(tenant: string, { atFault, retryAfter }: Pick<Attempt, 'atFault' | 'retryAfter'>) {
      if (retryAfter === 0) return;
      if (atFault === 'server') server.restFor(retryAfter);
      else refusals.restFor(retryAfter, tenant);
    },
    went(tenant: string, atFault: AtFault | null): Resting | null {
      const resting = server.went(tenant, atFault !== 'server');
      if (atFault === 'server') return resting;
      const refused = refusals.went(tenant, atFault !== 'request');
      if (atFault === 'request') return refused && atFault;
      if (atFault === 'text') return null;
      settings.went(atFault !== 'settings');
      if (atFault === 'settings') return atFault;
      if (atFault === null) {
        answers.delete(tenant);
        return null;
      }
      const answer = answers.get(tenant) ?? createBreaker(FAILURES, LONG_REST);
      answers.set(tenant, answer);
      answer.went(false);
      return answer.rests() ? 'answer' : null;
    },
  };
}
