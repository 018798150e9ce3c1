import { version } from '@hippocamp/runtime/version';
import { connect } from '@hippocamp/tools/connection';
import { createMcpServer } from '@hippocamp/tools/mcp-server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Options, readOptions, usage } from './options.js';
import { reach } from './reach.js';

/** Standard output is the protocol's: everything for people goes here. */
const say = (line: string) => process.stderr.write(`hippocamp-mcp: ${line}\n`);
const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const fail = (error: unknown): never => {
  say(sentenceOf(error));
  process.exit(1);
};

function serve(options: Options): void {
  const { tenant, owner, apiKey } = options;
  const service = reach(options);
  service.opened.catch(fail);
  const given = {
    ...service.options,
    ...(tenant !== undefined && { tenant }),
    ...(apiKey !== undefined && { apiKey }),
  };
  const connection = connect(given, owner);
  const server = serveStdio(() => createMcpServer(connection, version), { onerror: (error) => say(error.message) });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    await service.close();
    process.exit(0);
  };
  const end = () => void stop().catch(fail);
  process.stdin.once('close', end).once('end', end);
  process.stdout.once('error', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else serve(options);
} catch (error) {
  fail(error);
}
