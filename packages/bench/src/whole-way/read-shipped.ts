import { readFileSync } from 'node:fs';
import type { Asked, Session, Talk, Turn } from './talks.js';

type TurnLine = Omit<Turn, 'id'> & { talk: string; turn: number; at: string };

interface QuestionLine {
  talk: string;
  question: string;
  answer: string;
  evidence: number[];
}

const kinds = ['people', 'assistant', 'work'] as const;

const linesOf = <Line>(name: string): Line[] =>
  readFileSync(new URL(`../../labelled/talks/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const idOf = (talk: string, turn: number) => `${talk}:${turn}`;

const sessionsOf = (lines: readonly TurnLine[]): Session[] => {
  const names = [...new Set(lines.map(({ talk }) => talk))];
  return names.map((name) => {
    const own = lines.filter(({ talk }) => talk === name);
    const turns = own.map(({ talk, turn, ...rest }) => ({ ...rest, id: idOf(talk, turn) }));
    return { id: name, at: turns[0]?.at ?? null, turns };
  });
};

const askedOf = ({ talk, question, answer, evidence }: QuestionLine): Asked => ({
  ...{ question, answer },
  evidence: new Set(evidence.map((turn) => idOf(talk, turn))),
});

/** Each kind is a tenant and each talk a session; `labelled/README.md` describes the files. */
export function readShipped(): Talk[] {
  const questions = linesOf<QuestionLine>('questions');
  return kinds.map((kind) => {
    const sessions = sessionsOf(linesOf<TurnLine>(kind));
    const own = new Set(sessions.map(({ id }) => id));
    return { id: kind, sessions, questions: questions.filter(({ talk }) => own.has(talk)).map(askedOf) };
  });
}
