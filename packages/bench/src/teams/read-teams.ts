import { readdirSync, readFileSync } from 'node:fs';

/** The right memory is the one that holds all needles, in any case. */
export interface TeamQuestion {
  question: string;
  needles: string[];
}

/** Texts over months and later questions; `labelled/README.md` describes the files. */
export interface Team {
  name: string;
  texts: ({ source: string } & Record<string, unknown>)[];
  questions: TeamQuestion[];
}

const folder = new URL('../../labelled/teams/', import.meta.url);

export const readTeams = (): Team[] =>
  readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Team);
