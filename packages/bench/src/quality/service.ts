import type { Hippocamp } from '@hippocamp/sdk';
import { clientOf } from '../measure/client-of.js';
import { createMemories, type MemoryBody } from '../measure/create-memories.js';
import type { EmbedderName } from '../options.js';
import { startGateway } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import { waitForVectors } from '../processes/vectors.js';
import type { Progress } from '../report/progress.js';
import type { Conversation, Memory, Question } from './conversations.js';
import { type MethodQuality, summarise } from './measure.js';
import { metricsOf } from './metrics.js';

const K = 20;

interface Written {
  conversation: Conversation;
  memory: Hippocamp;
  /** From the conversation's ids to the service's. */
  idOf: ReadonlyMap<string, string>;
}

/** The service fills in the context from the session. */
const bodyOf = ({ text, speaker, session, occurredAt }: Memory): MemoryBody => ({
  tier: 'episodic',
  content: text,
  speaker,
  occurredAt: occurredAt.toISOString(),
  metadata: { sessionId: session },
});

async function write(memory: Hippocamp, conversation: Conversation): Promise<Written> {
  const { memories } = conversation;
  const ids = await createMemories(memory, memories.map(bodyOf));
  return { conversation, memory, idOf: new Map(memories.map(({ id }, place) => [id, ids[place] ?? ''])) };
}

/** Ranks of the evidence, from 1; infinite where it was not among the first. */
async function ranksOf({ text, evidence }: Question, { memory, idOf }: Written): Promise<number[]> {
  const { results, degraded } = await memory.memories.query({ text, k: K, weights: { semantic: 1 } });
  if (degraded !== undefined) throw new Error(`answered without ${degraded.join(' and ')}`);
  const found = results.map((result) => result.memory.id);
  return [...evidence].map((id) => {
    const place = found.indexOf(idOf.get(id) ?? '');
    return place < 0 ? Number.POSITIVE_INFINITY : place + 1;
  });
}

async function askAll(written: readonly Written[], progress: Progress): Promise<number[][]> {
  const asked = written.flatMap((each) => each.conversation.questions.map((question) => ({ question, written: each })));
  const ranks: number[][] = [];
  for (const each of asked) {
    ranks.push(await ranksOf(each.question, each.written));
    progress.update(`${ranks.length} of ${asked.length} questions`);
  }
  return ranks;
}

export async function measureThrough(
  memory: Hippocamp,
  conversations: readonly Conversation[],
  progress: Progress,
): Promise<MethodQuality> {
  const written: Written[] = [];
  for (const [place, conversation] of conversations.entries()) {
    written.push(await write(memory.forTenant(`quality-${place}`), conversation));
    progress.update(`${written.length} of ${conversations.length} conversations written`);
  }
  await waitForVectors(memory, ({ vectors }) => progress.update(`${vectors} memories wait for their vectors`));
  const ranks = await askAll(written, progress);
  const questions = conversations.flatMap((conversation) => conversation.questions);
  return summarise('service', ranks.map(metricsOf), questions);
}

/** Uses an empty gateway of its own. */
export async function measureService(
  conversations: readonly Conversation[],
  embedder: EmbedderName,
  progress: Progress,
): Promise<MethodQuality> {
  const gateway = await startGateway(temporaryFolder(), embedder);
  try {
    return await measureThrough(clientOf(gateway.url), conversations, progress);
  } finally {
    await gateway.stop();
  }
}
