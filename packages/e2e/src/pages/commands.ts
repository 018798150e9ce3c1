import type { Block } from './blocks.js';

const languages = ['sh', 'bash', 'shell', 'console', 'indented'];

export const isCommands = ({ language }: Block): boolean => languages.includes(language);

/** Whether a quote is open at the end, or a backslash continues the line. */
const goesOn = (text: string): boolean => {
  const bare = text.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '');
  return /\\$/.test(text) || /['"]/.test(bare);
};

const withoutComment = (command: string) => command.replace(/\s+#\s.*$/, '').trim();

/** The commands of a block; in a `console` block only the lines behind a prompt. */
export function commandsOf({ language, text }: Block): string[] {
  const lines = text.split('\n');
  const commands: string[] = [];
  let open = false;
  for (const line of lines) {
    const isPrompt = line.startsWith('$ ');
    if (open) commands.push(`${commands.pop()}\n${line}`);
    else if (language !== 'console') commands.push(line);
    else if (isPrompt) commands.push(line.slice(2));
    else continue;
    open = goesOn(commands.at(-1) ?? '');
  }
  return commands.map(withoutComment).filter((command) => command !== '' && !command.startsWith('#'));
}

export const wordsOf = (command: string): string[] =>
  (command.replaceAll('\\\n', ' ').match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? [])
    .map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))
    .filter((word, at, words) => !/^[<>]/.test(word) && !/^[<>]+$/.test(words[at - 1] ?? ''));

export const programsOf = (command: string): string[] =>
  command
    .replaceAll(/'[^']*'|"[^"]*"/g, 'x')
    .split(/\|\||&&|[|;]/)
    .map(
      (part) =>
        part
          .trim()
          .split(/\s+/)
          .find((word) => !/^\w+=/.test(word)) ?? '',
    );
