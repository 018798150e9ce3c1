import { type Application, type CommandContext, generateHelpTextForAllCommands } from '@stricli/core';
import { createApp } from './app.js';
import { exitCodes } from './exit-codes.js';

const fence = '```';

export function helpPage(): string {
  // Help runs no command, so it needs none of a command's context.
  const app = createApp('') as unknown as Application<CommandContext>;
  const commands = generateHelpTextForAllCommands(app);
  const codes = Object.values(exitCodes).map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return [
    '# The shell',
    '',
    'The command `hippocamp`: in the repository `npm run --silent hippocamp -- <arguments>`, or after `npm run build` `npx hippocamp <arguments>`.',
    'This page is written by `npm run shell-page` from the help of the commands.',
    '',
    '## Where the memories are',
    '',
    'With `--url` or `HIPPOCAMP_URL` it asks that service. Without, it works on a folder (`--data`, `HIPPOCAMP_DATA`, else `./.hippocamp`):',
    'the process that holds the folder answers, be it `hippocamp serve`, `npm start` or an MCP server; where none does, the service runs inside',
    'the command for as long as it takes, which costs some seconds at its start.',
    '',
    'The tenant is `default` unless `--tenant` or `HIPPOCAMP_TENANT` names one; the owner is that of `--owner` or `HIPPOCAMP_OWNER`, else nobody. A key',
    'stands best in `HIPPOCAMP_API_KEY`.',
    '',
    '## Output',
    '',
    'On a terminal tables, and colours unless `NO_COLOR` is set; in a pipe JSON, one value on a line: what the operation of the service answers.',
    '`--json` and `--no-json` decide otherwise. Progress, remarks and errors go to standard error.',
    '',
    '| exit code | meaning |',
    '| --- | --- |',
    ...codes,
    '',
    '## Bringing memories',
    '',
    '`hippocamp import --from chatgpt|claude|mem0|mcp-memory|markdown <path>` brings what others kept; `--dry-run` shows what would be sent.',
    'Nothing is stored twice, however often it is run:',
    '',
    '- Memories that are made already (mem0, mcp-memory) get ids that are made of what they say. What is there stays as it is.',
    '- Talks and notes are read by the service, in the order of their time. What was sent is written down in the folder (`imports`), message by',
    '  message, so that a newer export brings what is new in it. Where that is lost, the service is asked by `metadata.importKey`, which every',
    '  memory carries that came this way; and a request whose answer was lost by Ctrl-C or a failure has an Idempotency-Key made of its content.',
    '',
    'Of ChatGPT the branch of a talk is read that is shown, not the questions that were changed; pictures, files and what tools said stay',
    'behind, and are counted. Memories of mem0 belong to the owner of the name in `user_id`, or all to `--owner`.',
    '',
    '## The commands',
    ...commands.flatMap(([name, help]) => ['', `### ${name}`, '', `${fence}text`, help.trimEnd(), fence]),
    '',
  ].join('\n');
}
