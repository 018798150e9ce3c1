import type { AtFault } from './failures.js';

/** Keeps from asking what does not answer. */
export interface Breaker {
  rests(): boolean;
  /** One asks; after a rest, the others wait for how that goes. */
  begins(): void;
  went(well: boolean): void;
  /** Rests as long as the server asks, even if calls succeed meanwhile, ms. */
  restFor(time: number): void;
}

/** Rests for `rest` ms after so many failures in a row. `now` in ms. */
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
    restFor(time) {
      askedUntil = Math.max(askedUntil, now() + time);
    },
  };
}

const [FAILURES, REST] = [5, 30_000];
/** Wrong settings or a broken model take longer to mend than seconds. */
const LONG_REST = 300_000;

/** Shared by several chats of one server: if it does not answer one of them, the others stop asking. */
export const createServerBreaker = (): Breaker => createBreaker(FAILURES, REST);

/** Why it is not asked. */
export type Resting = Exclude<AtFault, 'text'>;

/** Rests of one model on a server that may have others: each thing that can be at fault by itself. */
export function createRests(server: Breaker) {
  const settings = createBreaker(1, LONG_REST);
  /** Bad answers of each tenant since its last good one, because a model may fail only on certain texts. */
  const answers = new Map<string, Breaker>();
  const isOn = (breakers: readonly Breaker[]) => breakers.some((each) => each.rests());
  return {
    areOn: () => isOn([server, settings, ...answers.values()]),
    mayAsk(tenant: string): boolean {
      const own = answers.get(tenant);
      const all = own ? [server, settings, own] : [server, settings];
      if (isOn(all)) return false;
      for (const each of all) each.begins();
      return true;
    },
    /** Records an outcome. Returns the rest that it starts, or null. */
    went(tenant: string, atFault: AtFault | null): Resting | null {
      server.went(atFault !== 'server');
      if (atFault === 'server') return server.rests() ? 'server' : null;
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
