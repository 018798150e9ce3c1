import { type Tier, tier as tierSchema } from '@hippocamp/shared/schemas/common';

export interface AnswersMemory {
  id: string;
  text: string;
  tier: Tier;
  importance: number;
  daysAgo: number;
  /** The person who says it, or whom it is about. */
  speaker?: string;
  session?: string;
}

export interface AnswersQuestion {
  text: string;
  right: string;
}

export interface World {
  world: string;
  memories: AnswersMemory[];
  questions: AnswersQuestion[];
  unanswerable: string[];
  /** The unanswerable questions that are on no topic of the world. */
  nonsense: string[];
}

/** `id | days ago | importance | tier | speaker | session | text`; speaker and session may be empty. */
function readMemory(line: string): AnswersMemory {
  const [id = '', daysAgo, importance, tier, speaker, session, ...text] = line.split('|').map((part) => part.trim());
  if (text.length !== 1) throw new Error(`not a memory: ${line}`);
  return {
    id,
    text: text.join(''),
    tier: tierSchema.parse(tier),
    importance: Number(importance),
    daysAgo: Number(daysAgo),
    ...(speaker && { speaker }),
    ...(session && { session }),
  };
}

/** `? text = id` */
function readQuestion(line: string): AnswersQuestion {
  const at = line.lastIndexOf(' = ');
  return { text: line.slice(2, at), right: line.slice(at + 3) };
}

/** One line each: memories, questions (`?`), and unanswerable questions, on topic (`!`) or not (`!!`). */
export function readWorld(world: string, lines: string): World {
  const all = lines.split('\n').filter((line) => line !== '');
  return {
    world,
    memories: all.filter((line) => !/^[?!]/.test(line)).map(readMemory),
    questions: all.filter((line) => line.startsWith('?')).map(readQuestion),
    unanswerable: all.filter((line) => line.startsWith('!')).map((line) => line.replace(/^!!? /, '')),
    nonsense: all.filter((line) => line.startsWith('!!')).map((line) => line.slice(3)),
  };
}
