import type { Hippocamp, IngestAnswer, IngestRequest } from '@hippocamp/sdk';
import { createMemories } from '../measure/create-memories.js';
import type { Session, Talk, Turn } from './talks.js';

export interface Made {
  id: string;
  content: string;
  span: string;
  session: Session;
}

/** These stay below the limits of one ingest. */
const MOST_MESSAGES = 900;
const MOST_CHARACTERS = 40_000;
const LONGEST = 39_000;

/** A text that is longer than the limit is cut. */
const fitting = (text: string): string => [...text].slice(0, LONGEST).join('');

export const bodiesOf = ({ id, at, turns }: Session) => {
  const parts: Turn[][] = [[]];
  let size = 0;
  for (const turn of turns.filter(({ text }) => text.trim() !== '')) {
    const { length } = fitting(turn.text);
    const part = parts.at(-1) ?? [];
    const isFull = part.length >= MOST_MESSAGES || (part.length > 0 && size + length > MOST_CHARACTERS);
    if (isFull) parts.push([turn]);
    else part.push(turn);
    size = isFull ? length : size + length + 1;
  }
  return parts
    .filter((part) => part.length > 0)
    .map((part) => ({
      source: 'chat' as const,
      sessionId: id,
      ...(at === null ? {} : { occurredAt: at }),
      messages: part.map(({ role, name, text, at: said }) => ({
        ...{ role, content: fitting(text) },
        ...(name === undefined ? {} : { name }),
        ...(said === undefined ? {} : { at: said }),
      })),
    }));
};

async function told(memory: Hippocamp, body: IngestRequest): Promise<IngestAnswer> {
  const first = await memory.ingest(body);
  const answer = first.status === 'processing' ? await memory.ingests.wait(first.traceId) : first;
  if (!answer.success) throw new Error(`ingest ${answer.traceId} failed: ${answer.error}`);
  return answer;
}

export async function tellThrough(memory: Hippocamp, { sessions }: Talk, tell: (sessions: number) => void) {
  const made: Made[] = [];
  let [reviews, repeats, changes] = [0, 0, 0];
  for (const [place, session] of sessions.entries()) {
    for (const body of bodiesOf(session)) {
      const { acceptedMemories, rejectedMemories } = await told(memory, body);
      const rejectedAs = (status: string) =>
        rejectedMemories.filter(({ dedupStatus }) => dedupStatus === status).length;
      reviews += rejectedAs('needs_review');
      repeats += rejectedAs('near_duplicate');
      changes += acceptedMemories.filter(({ dedupStatus }) => dedupStatus === 'conflict').length;
      for (const { memoryId, content, sourceSpan } of acceptedMemories) {
        if (memoryId !== undefined) made.push({ id: memoryId, content, span: sourceSpan, session });
      }
    }
    tell(place + 1);
  }
  return { made, reviews, repeats, changes };
}

/** The control without a reader: every turn is a memory. Returns the turn of each memory's id. */
export async function tellAsTheyAre(memory: Hippocamp, { sessions }: Talk): Promise<ReadonlyMap<string, string>> {
  const turns = sessions.flatMap((session) => session.turns.map((turn) => ({ session, turn })));
  const spoken = turns.filter(({ turn }) => turn.text.trim() !== '');
  const bodies = spoken.map(({ session, turn }) => {
    const at = turn.at ?? session.at;
    return {
      ...{ tier: 'episodic' as const, content: fitting(turn.text), speaker: turn.name ?? turn.role },
      ...(at === null ? {} : { occurredAt: at }),
      metadata: { sessionId: session.id },
    };
  });
  const ids = await createMemories(memory, bodies);
  return new Map(spoken.map(({ turn }, place) => [ids[place] ?? '', turn.id]));
}
