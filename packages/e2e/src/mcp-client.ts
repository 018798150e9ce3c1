import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, expect } from 'vitest';
import type { Span } from './places.js';
import { BRIEF } from './service-process.js';
import { waitUntil } from './wait-until.js';

const program = fileURLToPath(new URL('../../../apps/mcp/bin/hippocamp-mcp.mjs', import.meta.url));

export interface McpProgram {
  client: Client;
  pid: number;
}

export interface McpClients {
  /** Uses streamable HTTP; the SDK's `mode` names one of the two eras of the protocol. */
  overHttp(url: string, headers: Record<string, string>, mode?: 'legacy' | 'auto'): Promise<Client>;
  start(args: string[], settings?: Record<string, string>): Promise<McpProgram>;
}

/** Official clients, closed after the test, or after the suite. */
export function useMcpClients(span: Span = 'test'): McpClients {
  let clients: Client[] = [];
  const made = (mode: 'legacy' | 'auto') => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    clients.push(client);
    return client;
  };
  (span === 'test' ? afterEach : afterAll)(async () => {
    await Promise.all(clients.map((client) => client.close()));
    clients = [];
  });
  return {
    async overHttp(url, headers, mode = 'legacy') {
      const client = made(mode);
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
      return client;
    },
    async start(args, settings = {}) {
      const client = made('legacy');
      const env = { PATH: '/usr/bin:/bin', EMBEDDER: 'words', READER: 'none', READING_SECONDS: '60', ...settings };
      const command = { command: process.execPath, args: [...BRIEF, program, ...args], env, stderr: 'ignore' as const };
      const transport = new StdioClientTransport(command);
      await client.connect(transport);
      return { client, pid: transport.pid ?? -1 };
    },
  };
}

export const someTenant = () => `t-${randomUUID()}`;

export async function use(client: Client, name: string, args: object): Promise<Record<string, unknown>> {
  const answer = (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
  expect(answer.isError, textOf(answer)).toBeFalsy();
  return answer.structuredContent as Record<string, unknown>;
}

/** ms. A tool gives up within a minute and says so, and so does the client, which may be sooner. */
const PATIENT = { timeout: 120_000 };

/** On a busy machine a start may outlast a call, whose answer then says that it may be sent once more. */
export const useUntilDone = (client: Client, name: string, args: object): Promise<CallToolResult> =>
  waitUntil(
    `${name} is done`,
    async () => {
      const answer = (await client.callTool({ name, arguments: { ...args } }, PATIENT)) as CallToolResult;
      if (answer.isError && textOf(answer).includes('Call the tool once more')) return null;
      expect(answer.isError, textOf(answer)).toBeFalsy();
      return answer;
    },
    { deadline: 200_000 },
  );

export async function failing(client: Client, name: string, args: object): Promise<string> {
  const answer = (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
  expect(answer.isError, textOf(answer)).toBe(true);
  return textOf(answer);
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');

export async function remembered(client: Client): Promise<string[]> {
  const { memories } = (await use(client, 'timeline', { limit: 100 })) as { memories: { content: string }[] };
  return memories.map(({ content }) => content).sort();
}
