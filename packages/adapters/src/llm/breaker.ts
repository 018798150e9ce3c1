import type { AtFault } from './failures.js';

export interface Breaker {
  rests(): boolean;
  /** After a rest, one caller asks and the others wait for its outcome. */
  begins(): void;
  went(well: boolean): void;
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
    restFor(time) {
      askedUntil = Math.max(askedUntil, now() + time);
    },
  };
}

const [FAILURES, REST] = [5, 30_000];
/** ms. Wrong settings or a broken model take longer to mend than seconds. */
const LONG_REST = 300_000;

/** Shared by the chats of one server: if it does not answer one of them, the others stop asking. */
export const createServerBreaker = (): Breaker => createBreaker(FAILURES, REST);

export type Resting = Exclude<AtFault, 'text'>;

export function createRests(server: Breaker) {
  const settings = createBreaker(1, LONG_REST);
  /** By tenant, because a model may fail only on certain texts. A good answer ends the count. */
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
