import { ownerChoiceOf } from '@hippocamp/runtime/client-settings';
import { version } from '@hippocamp/runtime/version';
import { connect } from '@hippocamp/tools/connection';
import type { Screen } from '@hippocamp/tools/data';
import { createMcpServer } from '@hippocamp/tools/mcp-server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createBoundedLines } from './bounded-lines.js';
import { connectToService } from './connect-to-service.js';
import { createFlow } from './flow.js';
import type { Options } from './options.js';
import { fail } from './people.js';
import { createErrorTeller } from './tell-errors.js';

/** Loaded with the first answer, so that the start is fast. */
const loadScreen = async () => {
  const { createScreenHere } = await import('@hippocamp/runtime/text/screen');
  return createScreenHere();
};

export function serve(options: Options): void {
  const { tenant, owner, apiKey } = options;
  const service = connectToService(options);
  service.opened.catch(fail);
  const given = {
    ...service.options,
    ...(tenant !== undefined && { tenant }),
    ...(apiKey !== undefined && { apiKey }),
  };
  const connection = connect(given, ownerChoiceOf(owner));
  const { admit, counted, end: endFlow } = createFlow(process.stdout);
  const refuse = (answer: string) => process.stdout.write(answer);
  const lines = process.stdin.pipe(createBoundedLines({ refuse, admit }));
  let loading: ReturnType<typeof loadScreen> | undefined;
  const screen: Screen = async (texts) => {
    loading ??= loadScreen();
    return (await loading)(texts);
  };
  const server = serveStdio(() => createMcpServer(connection, version, screen), {
    transport: counted(new StdioServerTransport(lines, process.stdout)),
    onerror: createErrorTeller(process.stderr),
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    await service.close();
    process.exit(0);
  };
  const end = () => void stop().catch(fail);
  // Lines that were sent before are still handed on, as far as there is room.
  const endLines = () => {
    endFlow();
    lines.end().resume();
  };
  process.stdin.once('close', endLines).once('end', endLines);
  lines.once('end', end);
  process.stdout.once('error', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}
