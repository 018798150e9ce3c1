import { Problem } from '@hippocamp/shared/problems';

/** Bytes of bodies that a process has in memory at once, from their reading until they are answered. */
const MOST = 256 * 1024 * 1024;

/** Room for bodies. Each is counted as it grows, so that a length that is only announced takes none. */
export interface BodyRoom {
  /** Counts more bytes of a request's body. Throws where there is no room for them. */
  take(request: object, bytes: number): void;
  /** The request is answered, or its client is gone. */
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

/** Parts that are put together as they come: kept apart, parts of a byte would take hundreds of times their length. */
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
    /** Takes the bytes added since the last call. */
    take(): Buffer {
      const whole = kept.subarray(0, size);
      kept = Buffer.alloc(0);
      size = 0;
      return whole;
    },
  };
}
