type Settle = (handled: boolean) => void;
type Groups = Map<string, Set<Settle>>;

/** Those who wait for a job to be handled: by the run under way, or by the next one. */
export interface Waiters {
  wait(key: string, run: 'current' | 'next', timeoutMs: number): Promise<boolean>;
  runStarts(key: string): void;
  runEnds(key: string): void;
  /** Tells all that nothing comes any more. */
  dismiss(): void;
}

const groupOf = (groups: Groups, key: string) => {
  const group = groups.get(key) ?? new Set<Settle>();
  groups.set(key, group);
  return group;
};

export function createWaiters(): Waiters {
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
    dismiss() {
      for (const group of [...current.values(), ...next.values()]) for (const settle of [...group]) settle(false);
    },
  };
}
