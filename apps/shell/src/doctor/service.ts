import type { Hippocamp, ReadyAnswer } from '@hippocamp/sdk';
import { explain } from '../explain.js';
import { type Finding, well, wrong } from './finding.js';

const PATIENCE = 5000;

const ofChecks = ({ checks }: ReadyAnswer): Finding[] =>
  Object.entries(checks).map(([part, { ok, detail }]) => {
    const what = `Service: ${part}`;
    return ok ? well(what, detail || 'answers') : wrong(what, detail, 'See the log of the service.');
  });

/** What a service says of itself, and whether it takes this tenant and key. */
export async function lookAtService(client: Hippocamp, place: string): Promise<Finding[]> {
  const options = { retries: 0, timeoutMs: PATIENCE };
  const ask = async <Answer>(what: string, asking: Promise<Answer>, tell: (answer: Answer) => Finding[]) =>
    asking.then(tell, (error: unknown) => {
      const { message, hint } = explain(error);
      return [wrong(what, message, hint ?? 'See the log of the service.')];
    });
  const ready = await ask('Service', client.system.ready(options), (answer) => [
    well('Service', `${place} is ready (${answer.mode})`),
    ...ofChecks(answer),
  ]);
  const tenant = await ask('Tenant', client.memories.stats({ days: 1 }, options), ({ total, reviews }) => [
    well('Tenant', `${total} memories, ${reviews?.open ?? 0} reviews wait`),
  ]);
  return [...ready, ...tenant];
}
