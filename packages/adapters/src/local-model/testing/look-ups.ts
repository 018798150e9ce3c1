import { vi } from 'vitest';

/** How often `work` looks something up in a map, which says how much it does on any machine. */
export function lookUpsIn(work: () => unknown): number {
  const get = vi.spyOn(Map.prototype, 'get');
  try {
    work();
    return get.mock.calls.length;
  } finally {
    get.mockRestore();
  }
}
