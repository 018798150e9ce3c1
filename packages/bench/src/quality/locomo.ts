import { contextOf } from './context.js';
import type { Conversation, Memory, Question } from './conversations.js';

interface Turn {
  dia_id: string;
  speaker: string;
  text: string;
}

interface QuestionRecord {
  question: string;
  category: number;
  evidence?: string[];
}

interface Sample {
  sample_id: string;
  conversation: Record<string, string | Turn[]>;
  qa: QuestionRecord[];
}

/** Questions of category 5 have no answer in the conversation. */
const ADVERSARIAL = 5;

interface Session {
  session: string;
  turns: Turn[];
  occurredAt: Date;
}

const sessionsOf = (sample: Sample): Session[] =>
  Object.entries(sample.conversation)
    .filter((entry): entry is [string, Turn[]] => /^session_\d+$/.test(entry[0]) && Array.isArray(entry[1]))
    .sort(([first], [second]) => Number(first.slice('session_'.length)) - Number(second.slice('session_'.length)))
    .map(([session, turns]) => ({ session, turns, occurredAt: timeOf(sample.conversation[`${session}_date_time`]) }));

/** Reads "1:56 pm on 8 May, 2023"; another form gives the first day of 1970. */
const timeOf = (written: unknown): Date => {
  const [, day] = /on (\d{1,2} \w+,? \d{4})/.exec(String(written)) ?? [];
  return new Date(day === undefined ? 0 : `${day.replace(',', '')} UTC`);
};

function memoriesOf({ session, turns, occurredAt }: Session): Memory[] {
  const texts = turns.map(({ text }) => text);
  return turns.map(({ dia_id, speaker, text }, place) => ({
    id: dia_id,
    text,
    speaker,
    session,
    occurredAt,
    context: contextOf(texts, place),
  }));
}

/** Some evidence is written as `D8:6; D9:17`, `D30:05` or `D:11:26`. */
const evidenceIds = (written: string): string[] =>
  [...written.matchAll(/D:?(\d+):(\d+)/g)].map(([, session, turn]) => `D${Number(session)}:${Number(turn)}`);

const questionsOf = (sample: Sample, known: ReadonlySet<string>): Question[] =>
  sample.qa
    .filter((record) => record.category !== ADVERSARIAL)
    .map((record) => ({
      text: record.question,
      category: record.category,
      evidence: new Set((record.evidence ?? []).flatMap(evidenceIds).filter((id) => known.has(id))),
    }))
    .filter((question) => question.evidence.size > 0);

/** Each turn becomes a memory, with the turns before it as context (LoCoMo, Maharana et al. 2024). */
export function readLocomo(json: string): Conversation[] {
  const samples = JSON.parse(json) as Sample[];
  return samples.map((sample) => {
    const memories = sessionsOf(sample).flatMap(memoriesOf);
    const known = new Set(memories.map((memory) => memory.id));
    return { id: sample.sample_id, memories, questions: questionsOf(sample, known) };
  });
}
