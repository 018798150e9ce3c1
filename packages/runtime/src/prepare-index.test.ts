import { QdrantFailure, unavailable } from '@hippocamp/adapters/qdrant/failures';
import { VersionError } from '@hippocamp/adapters/qdrant/version';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareIndex } from './prepare-index.js';

const AGAIN_AFTER = 2000;
const NOON = new Date('2026-03-01T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const stage = (failures: Error[]) => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const reindexAll = vi.fn(async () => 0);
  const ensure = vi.fn(async (_model: unknown, onFresh?: () => Promise<void>) => {
    const failure = failures.shift();
    if (failure) throw failure;
    await onFresh?.();
    return { fresh: true };
  });
  const start = () =>
    prepareIndex({
      index: { ensure },
      records: { reindexAll },
      embedder: { id: 'model', dimensions: 4 },
      clock: { now: () => NOON },
      log,
    });
  return { start, log, reindexAll, ensure };
};

const down = () => unavailable(new QdrantFailure('version: TypeError ECONNREFUSED'));
const tooOld = () => new VersionError('Qdrant 1.15.5 is too old.');

describe('the index at the start', () => {
  it('has everything ordered when it is fresh', async () => {
    const { start, reindexAll, ensure } = stage([]);
    await start();
    expect(ensure).toHaveBeenCalledExactlyOnceWith({ id: 'model', dimensions: 4 }, expect.any(Function));
    expect(reindexAll).toHaveBeenCalledExactlyOnceWith(NOON);
  });

  it('stops the start where it can never be used', async () => {
    await expect(stage([tooOld()]).start()).rejects.toThrow('too old');
  });

  it('is waited for, and every new reason why it can never be ready is told once', async () => {
    const { start, log, reindexAll } = stage([down(), down(), tooOld(), tooOld(), down()]);
    await start();
    await vi.advanceTimersByTimeAsync(5 * AGAIN_AFTER);
    expect(log.error.mock.calls.map(([fields]) => fields.reason)).toEqual(['Qdrant 1.15.5 is too old.']);
    expect(log.warn).not.toHaveBeenCalled();
    expect(log.info).toHaveBeenCalledTimes(1);
    expect(reindexAll).toHaveBeenCalledTimes(1);
  });

  it('is let be when the service stops', async () => {
    const { start, ensure } = stage([down()]);
    (await start())();
    await vi.advanceTimersByTimeAsync(2 * AGAIN_AFTER);
    expect(ensure).toHaveBeenCalledTimes(1);
  });
});
