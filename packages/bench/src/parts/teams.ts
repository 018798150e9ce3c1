import { envelope } from '@hippocamp/shared/schemas/common';
import { queryAnswer } from '@hippocamp/shared/schemas/query';
import { type Client, createClient, expectSuccess } from '../measure/client.js';
import { clientOf } from '../measure/client-of.js';
import type { Options } from '../options.js';
import { startGateway, waitForOutbox } from '../processes/gateway.js';
import { temporaryFolder } from '../processes/temporary-folder.js';
import type { Progress } from '../report/progress.js';
import { readTeams, type Team, type TeamQuestion } from '../teams/read-teams.js';

/** Rank of the right memory, from 1; null where it was not among the first hundred. */
export interface AskedQuestion {
  question: string;
  rank: number | null;
  first: string;
}

export interface AskedTeam {
  team: string;
  texts: number;
  asked: AskedQuestion[];
  memories: number;
  reviews: number;
}

const K = 100;

const tenantOf = ({ name }: Team): string => `team-${name}`;

async function tell(client: Client, team: Team): Promise<void> {
  for (const text of team.texts) expectSuccess(await client.post('/ingest', tenantOf(team), JSON.stringify(text)));
}

const says = (
  { content, speaker }: { content: string; speaker?: string | null },
  { needles }: TeamQuestion,
): boolean => {
  const said = `${speaker ?? ''} ${content}`.toLowerCase();
  return needles.every((needle) => said.includes(needle.toLowerCase()));
};

async function ask(client: Client, team: Team, asked: TeamQuestion): Promise<AskedQuestion> {
  const body = JSON.stringify({ text: asked.question, k: K });
  const answer = expectSuccess(await client.post('/memories/query', tenantOf(team), body));
  const { results } = envelope(queryAnswer).parse(JSON.parse(answer.text)).data;
  const at = results.findIndex(({ memory }) => says(memory, asked));
  return { question: asked.question, rank: at < 0 ? null : at + 1, first: results[0]?.memory.content ?? '' };
}

async function askAll(client: Client, baseUrl: string, team: Team): Promise<AskedTeam> {
  const asked: AskedQuestion[] = [];
  for (const question of team.questions) asked.push(await ask(client, team, question));
  const { total, reviews } = await clientOf(baseUrl).forTenant(tenantOf(team)).memories.stats();
  return { team: team.name, texts: team.texts.length, asked, memories: total, reviews: reviews?.open ?? 0 };
}

/** Each team is a tenant; telling and asking go over HTTP. */
export async function measureTeams({ embedder }: Pick<Options, 'embedder'>, progress: Progress): Promise<AskedTeam[]> {
  const gateway = await startGateway(temporaryFolder(), embedder);
  const client = createClient(gateway.url);
  try {
    const teams = readTeams();
    for (const team of teams) {
      progress.say(`teams: ${team.name} tells`);
      await tell(client, team);
    }
    await waitForOutbox(gateway.url);
    progress.say('teams: they ask');
    const asked: AskedTeam[] = [];
    for (const team of teams) asked.push(await askAll(client, gateway.url, team));
    return asked;
  } finally {
    client.close();
    await gateway.stop();
  }
}
