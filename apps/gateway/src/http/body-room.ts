import { Problem } from '@hippocamp/shared/problems';

const MIB = 1024 * 1024;

interface BodyBounds {
  ofAll: number;
  ofTenant: number;
}

/** Bytes of request bodies in memory at once, from reading to answer. Work on a body takes several times its size. */
export const boundsFor = (largest: number): BodyBounds => ({
  ofAll: Math.max(128 * MIB, 4 * largest),
  ofTenant: Math.max(32 * MIB, 2 * largest),
});

/** Bodies count as they grow, so an announced length alone takes no room. */
export interface BodyRoom {
  /** Throws `overloaded` where no room is left. */
  take(request: object, tenant: string, bytes: number): void;
  bytesOf(request: object): number;
  leave(request: object): void;
}

export function createBodyRoom({ ofAll, ofTenant }: BodyBounds): BodyRoom {
  const held = new Map<object, { tenant: string; bytes: number }>();
  const sums = new Map<string, number>();
  let all = 0;

  const add = (tenant: string, bytes: number) => {
    all += bytes;
    const sum = (sums.get(tenant) ?? 0) + bytes;
    if (sum > 0) sums.set(tenant, sum);
    else sums.delete(tenant);
  };

  return {
    take(request, tenant, bytes) {
      if (all + bytes > ofAll || (sums.get(tenant) ?? 0) + bytes > ofTenant) {
        throw new Problem(
          'overloaded',
          'This process holds as many bodies as it can, or as many of this tenant. Nothing was kept.',
          {
            retryAfter: 2,
          },
        );
      }
      add(tenant, bytes);
      held.set(request, { tenant, bytes: (held.get(request)?.bytes ?? 0) + bytes });
    },
    bytesOf: (request) => held.get(request)?.bytes ?? 0,
    leave(request) {
      const { tenant, bytes } = held.get(request) ?? { tenant: '', bytes: 0 };
      add(tenant, -bytes);
      held.delete(request);
    },
  };
}

export type Growing = ReturnType<typeof createGrowing>;

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
