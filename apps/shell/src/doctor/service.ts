import { READ_AGAIN } from '@hippocamp/runtime/engines/earlier-reader';
import type { CallOptions, Hippocamp, ReadyAnswer } from '@hippocamp/sdk';
import { explain } from '../explain.js';
import { doubtful, type Finding, well, wrong } from './finding.js';

const PATIENCE = 5000;

const ofChecks = ({ checks }: ReadyAnswer): Finding[] =>
  Object.entries(checks).map(([part, { ok, detail }]) => {
    const what = `Service: ${part}`;
    return ok ? well(what, detail || 'answers') : wrong(what, detail, 'See the log of the service.');
  });

/** An older service, or one that refuses the tenant, does not tell of its texts. */
async function lookAtTexts(client: Hippocamp, options: CallOptions): Promise<Finding[]> {
  const { total } = await client.artifacts.list({ read: 'earlier', limit: 1 }, options).catch(() => ({ total: 0 }));
  return total === 0 ? [] : [doubtful('Texts', `${total} were read by an earlier reader`, `${READ_AGAIN}.`)];
}

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
  const texts = await lookAtTexts(client, options);
  return [...ready, ...tenant, ...texts];
}
