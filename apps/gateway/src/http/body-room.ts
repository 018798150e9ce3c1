import { Problem } from '@hippocamp/shared/problems';

/** Bytes of request bodies in memory at once, from reading to answer. */
const MOST = 256 * 1024 * 1024;

/** Bodies count as they grow, so an announced length alone takes no room. */
export interface BodyRoom {
  /** Throws `overloaded` where no room is left. */
  take(request: object, bytes: number): void;
  leave(request: object): void;
}

export function createBodyRoom(most = MOST): BodyRoom {
  const held = new Map<object, number>();
  let all = 0;
  return {
    take(request, bytes) {
      if (all + bytes > most) {
        throw new Problem('overloaded', 'This process holds as many bodies as it can. Nothing was kept.', {
          retryAfter: 2,
        });
      }
      all += bytes;
      held.set(request, (held.get(request) ?? 0) + bytes);
    },
    leave(request) {
      all -= held.get(request) ?? 0;
      held.delete(request);
    },
  };
}

/** Joins parts as they come: kept apart, parts of one byte would take hundreds of times their length. */
export function createGrowing() {
  let kept = Buffer.alloc(0);
  let size = 0;
  return {
    add(part: Buffer) {
      if (size + part.length > kept.length) {
        const more = Buffer.allocUnsafe(Math.max(1024, 2 * (size + part.length)));
        kept.copy(more, 0, 0, size);
        kept = more;
      }
      part.copy(kept, size);
      size += part.length;
    },
    take(): Buffer {
      const whole = kept.subarray(0, size);
      kept = Buffer.alloc(0);
      size = 0;
      return whole;
    },
  };
}
