import type { Caller } from './caller.js';
import type { IngestAnswer, IngestRequest, LifecycleRequest, LifecycleRunDetails } from './generated/types.js';
import { poll, type WaitOptions } from './poll.js';
import type { Ports } from './ports.js';
import { exporter } from './streams/export.js';
import { importer } from './streams/import.js';

export function functionsByHand(caller: Caller, ports: Ports, timeoutMs: number) {
  const waitForIngest = (traceId: string, options: WaitOptions = {}): Promise<IngestAnswer> =>
    poll(ports, traceId, options, async () => {
      return (await caller.call('getIngest', { params: { traceId } }, options)) as IngestAnswer;
    });

  const waitForRun = (id: string, options: WaitOptions = {}): Promise<LifecycleRunDetails> =>
    poll(ports, id, options, async () => {
      return (await caller.call('getLifecycleRun', { params: { id } }, options)) as LifecycleRunDetails;
    });

  return {
    /** Sends a text, and waits until it is processed. */
    async ingestAndWait(body: IngestRequest, options: WaitOptions = {}): Promise<IngestAnswer> {
      const later = { ...options, respondAsync: true };
      const answer = (await caller.call('ingest', { body }, later)) as IngestAnswer;
      return answer.status === 'done' ? answer : waitForIngest(answer.traceId, options);
    },
    ingests: { wait: waitForIngest },
    lifecycle: {
      wait: waitForRun,
      /** Starts a run, and waits until it has ended. */
      async runAndWait(body: LifecycleRequest, options: WaitOptions = {}): Promise<LifecycleRunDetails> {
        const later = { ...options, respondAsync: true };
        const { runId } = (await caller.call('runLifecycle', { body }, later)) as { runId: string };
        return waitForRun(runId, options);
      },
    },
    tenant: { export: exporter(caller, ports, timeoutMs), import: importer(caller) },
  };
}

export type ByHand = ReturnType<typeof functionsByHand>;
