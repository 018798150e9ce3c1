import type { AskedQuestion, AskedTeam } from '../parts/teams.js';
import { count } from './format.js';
import type { Section } from './section.js';

const within = (asked: readonly AskedQuestion[], rank: number): string => {
  const found = asked.filter((one) => one.rank !== null && one.rank <= rank).length;
  return `${found} (${Math.round((100 * found) / Math.max(1, asked.length))} %)`;
};

const rowOf = (name: string, texts: number, asked: readonly AskedQuestion[]): string[] => [
  name,
  count(texts),
  count(asked.length),
  ...[1, 5, 100].map((rank) => within(asked, rank)),
];

const SHOWN = 12;

export function teamsSection(teams: readonly AskedTeam[]): Section {
  const all = teams.flatMap(({ asked }) => asked);
  const texts = teams.reduce((sum, team) => sum + team.texts, 0);
  const sum = (of: (team: AskedTeam) => number) => count(teams.reduce((total, team) => total + of(team), 0));
  const missed = all.filter(({ rank }) => rank !== 1);
  return {
    title: 'Teams: texts as they are written, told to the service, and questions asked later',
    columns: ['team', 'texts', 'questions', 'first', 'within 5', 'kept'],
    rows: [...teams.map(({ team, texts: told, asked }) => rowOf(team, told, asked)), rowOf('all', texts, all)],
    notes: [
      'First, within 5: where the one right memory stands. Kept: it is among the first hundred at all.',
      `Of ${sum(({ memories }) => memories)} memories ${sum(({ reviews }) => reviews)} wait for a person to say something about them.`,
      ...missed.slice(0, SHOWN).map(({ question, rank }) => `missed: ${question} (${rank ?? 'not kept'})`),
    ],
  };
}
