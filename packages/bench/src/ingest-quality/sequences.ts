import type { Hippocamp, IngestRequest } from '@hippocamp/sdk';
import { clientOf } from '../measure/client-of.js';
import { startGateway } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import { linesOf } from '../reading/labelled.js';

/** Messages over weeks and the expected end state; `labelled/README.md` describes the files. */
export interface Sequence {
  name: string;
  steps: { at: string; content: string; speaker?: string }[];
  /** Lower-case words; each must be in a live memory at the end. */
  live: string[];
  /** Lower-case words that no live memory may hold. */
  gone: string[];
}

export interface JudgedSequence {
  name: string;
  /** `outdated`: something outdated is in no review; `lost`: something true is not live. */
  said: 'right' | 'asked' | 'outdated' | 'lost';
}

const FILES = Array.from({ length: 19 }, (_, place) => `s${place + 1}`);

const bodyOf = ({ at, content, speaker }: Sequence['steps'][number]): IngestRequest => ({
  source: 'chat',
  occurredAt: at,
  ...(speaker === undefined ? { content } : { messages: [{ role: 'user', name: speaker, content }] }),
});

/** A statement that no extraction kept counts neither as live nor as lost, since other sections measure that. */
async function judge(client: Hippocamp, { name, steps, live, gone }: Sequence): Promise<JudgedSequence> {
  for (const step of steps) await client.ingest(bodyOf(step));
  const { memories: held } = await client.memories.list({ limit: 100 });
  const { memories: all } = await client.memories.list({ limit: 100, includeSuperseded: true });
  const { reviews } = await client.reviews.list({ limit: 100 });
  const asked = new Set(reviews.flatMap(({ others }) => others.map(({ id }) => id)));
  const has = (needle: string) => (memory: { content: string }) => memory.content.toLowerCase().includes(needle);
  const isLost = live.some((needle) => all.some(has(needle)) && !held.some(has(needle)));
  if (isLost) return { name, said: 'lost' };
  const outdated = held.filter((memory) => gone.some((needle) => has(needle)(memory)));
  if (outdated.length === 0) return { name, said: 'right' };
  return { name, said: outdated.every(({ id }) => asked.has(id)) ? 'asked' : 'outdated' };
}

export async function judgeSequences(): Promise<JudgedSequence[]> {
  const gateway = await startGateway(temporaryFolder(), 'local');
  const client = clientOf(gateway.url);
  try {
    const judged: JudgedSequence[] = [];
    for (const [place, sequence] of FILES.flatMap((name) =>
      linesOf<Sequence>(`sequences/sequences-${name}.jsonl`),
    ).entries()) {
      judged.push(await judge(client.forTenant(`sequence-${place}`), sequence));
    }
    return judged;
  } finally {
    await gateway.stop();
  }
}
