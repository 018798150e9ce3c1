import { readText } from './compose-file.js';

const lines = readText('infra/images/Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n');

/** The arguments of an instruction, one for each time that the Dockerfile gives it. */
export const given = (instruction: string): string[] =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));

const execForm = (argument = ''): string[] => JSON.parse(argument.slice(argument.indexOf('['))) as string[];

export const image = {
  command: execForm(given('CMD')[0]),
  healthCheck: execForm(given('HEALTHCHECK')[0]),
  environment: Object.fromEntries(
    given('ENV').flatMap((pairs) => pairs.split(' ').map((pair) => /^(\w+)=(.*)$/.exec(pair)?.slice(1) ?? [])),
  ),
};
