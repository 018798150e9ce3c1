import { readdirSync, readFileSync } from 'node:fs';

/** A question that one memory answers: the one that has all needles, in any case. */
export interface TeamQuestion {
  question: string;
  needles: string[];
}

/** What a team sends over months, and what its members ask later; see `labelled/README.md`. */
export interface Team {
  name: string;
  /** Bodies of ingests. */
  texts: ({ source: string } & Record<string, unknown>)[];
  questions: TeamQuestion[];
}

const folder = new URL('../../labelled/teams/', import.meta.url);

export const readTeams = (): Team[] =>
  readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Team);
