import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { membersOf } from '../document/members.js';
import type { Block } from './blocks.js';
import type { Takes } from './choose.js';
import { commandsOf, isCommands } from './commands.js';
import { lookUp } from './look-up.js';
import { isScript, runnable, scriptsOf } from './scripts.js';
import type { Printed, Shell } from './shell.js';
import { partsOf, shown, treatmentOf } from './treatments.js';

/** Takes JSON, or members of an object without the braces. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(`{${text}}`);
  }
};

const isReadable = (text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
};

export function flawsOf(block: Block): string[] {
  const { language, text } = block;
  if (isCommands(block))
    return commandsOf(block)
      .flatMap(partsOf)
      .flatMap((command) => {
        const treatment = treatmentOf(command);
        if (!treatment) return [`nobody runs "${command}"; treatments.ts says what is done with commands`];
        return treatment.how === 'look up' ? lookUp(command) : [];
      });
  if (language === 'json') return isReadable(text) ? [] : ['this is no JSON'];
  if (isScript(block) || Object.hasOwn(shown, language)) return [];
  return [`nobody runs blocks of "${language}"; treatments.ts says what is done with them`];
}

/** The JSON block right below a command. */
const answerBelow = (block: Block, blocks: readonly Block[]): unknown => {
  const next = blocks[blocks.indexOf(block) + 1];
  const ends = block.line + block.text.split('\n').length + 2;
  return next?.language === 'json' && next.line <= ends + 1 ? parse(next.text) : undefined;
};

const wasAnswered = (status: number, answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'status' in answer ? status === answer.status : status < 300;

/** An answer may add that a new memory has no vector yet. */
const awaitsVectors = /^\.data\.(?:metadata\.)?(?:degraded\[\]|unembedded): /;

const expectPrinted = (command: string, { code, output, stdout, statuses }: Printed, answer: unknown): void => {
  const isRight = code === 0 && statuses.every((status) => wasAnswered(status, answer));
  if (!isRight) throw new Error(`"${command}" ended with ${code}:\n${output}`);
  if (answer === undefined) return;
  const [shows, comes] = [membersOf(answer), membersOf(JSON.parse(stdout))];
  const more = comes.filter((one) => !shows.includes(one) && !awaitsVectors.test(one));
  const other = [...shows.filter((one) => !comes.includes(one)), ...more];
  if (other.length > 0)
    throw new Error(`"${command}" is answered with other members than shown: ${other.join(', ')}\n${stdout}`);
};

export async function tryPage(
  blocks: readonly Block[],
  shell: Shell,
  { takes, scripts = false }: { takes: Takes; scripts?: boolean },
): Promise<string> {
  const printed: string[] = [];
  const doing = async (command: string, answer?: unknown) => {
    const treatment = treatmentOf(command);
    if (!treatment || !takes(treatment)) return;
    if (treatment.how === 'serve') {
      const output = await shell.serve(command, treatment.greeting);
      if (!output.includes(treatment.greeting)) throw new Error(`"${command}" did not serve:\n${output}`);
    } else if (treatment.how === 'run') {
      const result = await shell.run(command + (treatment.more ?? ''));
      expectPrinted(command, result, answer);
      printed.push(result.stdout);
    }
  };
  for (const block of blocks.filter(isCommands))
    for (const command of commandsOf(block).flatMap(partsOf)) await doing(command, answerBelow(block, blocks));
  for (const [at, script] of (scripts ? scriptsOf(blocks) : []).entries()) {
    const file = `script-${at}.mjs`;
    await writeFile(join(shell.folder, file), shell.here(await runnable(script)));
    const { code, output } = await shell.run(`node ${file}`);
    if (code !== 0) throw new Error(`the script in line ${script.line} failed:\n${output}`);
    printed.push(output);
  }
  return printed.join('\n');
}
