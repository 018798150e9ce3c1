import { RecordsUnavailable } from '@hippocamp/core/ports/records';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EmbedderInUse } from './embedder-in-use.js';
import { followOthers } from './follow-others.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('says nothing of records that are away, which their watch tells, and anything else once until it has passed', async () => {
  const follow = vi.fn(async (): Promise<boolean> => {
    throw new RecordsUnavailable(new Error('gone'));
  });
  const warn = vi.fn();
  const log = { info: vi.fn(), warn, error: vi.fn() };
  const embedderInUse = { follow } as unknown as EmbedderInUse;
  const refresh = vi.fn(async () => undefined);
  const stop = followOthers({
    mode: 'production',
    embedderInUse,
    tenantSettings: { refresh },
    index: { ensure: vi.fn() },
    log,
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([follow.mock.calls.length, warn.mock.calls.length]).toEqual([30, 0]);
  follow.mockRejectedValue(new TypeError('a fault'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(warn).toHaveBeenCalledTimes(1);
  follow.mockResolvedValueOnce(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(refresh).toHaveBeenCalledTimes(65);
  stop();
});
