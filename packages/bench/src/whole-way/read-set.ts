import type { Asked, Session, Talk, Turn } from './talks.js';

interface LocomoTurn {
  dia_id: string;
  speaker: string;
  text: string;
  blip_caption?: string;
}

interface LocomoSample {
  sample_id: string;
  conversation: Record<string, string | LocomoTurn[]>;
  qa: { question: string; answer?: string | number; category?: number; evidence?: string[] }[];
}

interface LongSample {
  question_id: string;
  question: string;
  question_type: string;
  answer: string | number;
  sessions: {
    id: string;
    date: string;
    turns: { role: 'user' | 'assistant'; content: string; has_answer?: boolean }[];
  }[];
}

/** Questions of this category have no answer in the conversation. */
const ADVERSARIAL = 5;

const iso = (written: string): string | null => {
  const time = new Date(`${written} UTC`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
};

/** "1:56 pm on 8 May, 2023" */
const locomoTime = (written: unknown): string | null => {
  const [, hour, day] = /^(\d+:\d+ [ap]m) on (\d+ \w+,? \d{4})$/i.exec(String(written).trim()) ?? [];
  return hour === undefined || day === undefined ? null : iso(`${day.replace(',', '')} ${hour}`);
};

const locomoTurn = ({ dia_id, speaker, text, blip_caption }: LocomoTurn): Turn => ({
  ...{ id: dia_id, role: 'user', name: speaker },
  text: blip_caption === undefined ? text : `${text} (shares a photo: ${blip_caption})`,
});

const locomoSessions = ({ conversation }: LocomoSample): Session[] =>
  Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((first, second) => Number(first.slice(8)) - Number(second.slice(8)))
    .flatMap((id) => {
      const turns = conversation[id];
      if (!Array.isArray(turns) || turns.length === 0) return [];
      return [{ id, at: locomoTime(conversation[`${id}_date_time`]), turns: turns.map(locomoTurn) }];
    });

/** Some evidence is written as `D8:6; D9:17`. */
const locomoQuestions = ({ qa }: LocomoSample, known: ReadonlySet<string>): Asked[] =>
  qa
    .filter(({ category }) => category !== ADVERSARIAL)
    .map(({ question, answer = '', evidence = [] }) => ({
      ...{ question, answer: String(answer) },
      evidence: new Set(evidence.flatMap((one) => one.split(/[;,\s]+/)).filter((one) => known.has(one))),
    }))
    .filter(({ evidence }) => evidence.size > 0);

const ofLocomo = (sample: LocomoSample): Talk => {
  const sessions = locomoSessions(sample);
  const known = new Set(sessions.flatMap(({ turns }) => turns.map(({ id }) => id)));
  return { id: sample.sample_id, sessions, questions: locomoQuestions(sample, known) };
};

/** "2023/05/20 (Sat) 02:21" */
const longTime = (written: string) => iso(written.replace(/\s*\(\w+\)\s*/, ' ').replaceAll('/', '-'));

const ofLongMemEval = ({ question_id, question, answer, sessions: given }: LongSample): Talk => {
  const evidence = new Set<string>();
  const sessions = given.map(({ id, date, turns }, place) => ({
    id: `${place}-${id}`.slice(0, 100),
    at: longTime(date),
    turns: turns.flatMap(({ role, content, has_answer: answers }, turn) => {
      if (content.trim() === '') return [];
      if (answers) evidence.add(`${place}:${turn}`);
      return [{ id: `${place}:${turn}`, role, text: content }];
    }),
  }));
  const questions = evidence.size > 0 ? [{ question, answer: String(answer), evidence }] : [];
  return { id: question_id, sessions, questions };
};

const isLong = (sample: LocomoSample | LongSample): sample is LongSample => 'sessions' in sample;

/** The form, LoCoMo or LongMemEval, shows in the members. */
export function readSet(json: string): Talk[] {
  const samples = JSON.parse(json) as (LocomoSample | LongSample)[];
  return samples.map((sample) => (isLong(sample) ? ofLongMemEval(sample) : ofLocomo(sample)));
}
