import type { JobKey } from '@hippocamp/core/ports/job-queue';

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

export interface Lane {
  add(job: JobKey): void;
  take(): JobKey | undefined;
}

/** Jobs of a tenant in their order, tenants in turn. */
export function createLane(): Lane {
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
