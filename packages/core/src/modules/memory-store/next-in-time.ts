import { groupBy } from '../in-parts.js';

export interface Told {
  subject: string;
  /** ms */
  at: number;
  /** Equal for equal texts. */
  text: string;
}

/** In the order of time, so that each is looked at a few times only, however many there are of a subject. */
function nextOfSubject<One extends Told>(inTime: readonly One[]): (One | undefined)[] {
  const last = inTime.length - 1;
  /** By place, the first place of a later time, and the first behind it of another text. */
  const [later, other] = [new Array<number>(last + 1), new Array<number>(last + 1)];
  const next = new Array<One | undefined>(last + 1);
  for (let place = last; place >= 0; place -= 1) {
    const [here, behind] = [inTime[place], inTime[place + 1]];
    later[place] = (behind?.at === here?.at ? later[place + 1] : undefined) ?? place + 1;
    other[place] = (behind?.text === here?.text ? other[place + 1] : undefined) ?? place + 1;
    const first = later[place] ?? place + 1;
    next[place] = inTime[first]?.text === here?.text ? inTime[other[first] ?? last + 1] : inTime[first];
  }
  return next;
}

/** For each the first of its subject that is later and has another text. Missing where there is none. */
export function nextInTime<One extends Told>(all: readonly One[]): Map<One, One> {
  const found = new Map<One, One>();
  for (const ofSubject of groupBy(all, ({ subject }) => subject).values()) {
    const inTime = ofSubject.toSorted((one, other) => one.at - other.at);
    for (const [place, next] of nextOfSubject(inTime).entries()) {
      const one = inTime[place];
      if (one && next) found.set(one, next);
    }
  }
  return found;
}
