export interface Instruction {
  name: string;
  /** Such as `from` of `--from=build`. */
  flags: Record<string, string>;
  /** What stands after name and flags. */
  argument: string;
}

export interface Stage {
  name: string;
  /** An image, or a stage above. */
  from: string;
  instructions: Instruction[];
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');

const parseLine = (line: string): Instruction => {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
  const flags: Record<string, string> = {};
  const argument = rest.replace(/^(?:--[\w-]+=\S+\s+)*/, (given) => {
    for (const [, flag = '', value = ''] of given.matchAll(/--([\w-]+)=(\S+)/g)) flags[flag] = value;
    return '';
  });
  return { name, flags, argument };
};

/** The stages of a Dockerfile, in order. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of linesOf(text).map(parseLine)) {
    if (instruction.name === 'FROM') {
      const [from = '', , name = ''] = instruction.argument.split(/\s+/);
      stages.push({ name, from, instructions: [] });
    } else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

/** A command in exec form: the array, whatever stands before it. */
export const execForm = (argument: string): string[] => JSON.parse(argument.slice(argument.indexOf('['))) as string[];

/** `ENV A=1 B=2`. */
export const environmentOf = (argument: string): Record<string, string> =>
  Object.fromEntries(argument.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string]));
