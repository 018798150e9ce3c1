import { readChatgpt } from './chatgpt.js';
import { readClaude } from './claude.js';
import type { Found } from './found.js';
import { readMarkdown } from './markdown.js';
import { readMcpMemory } from './mcp-memory.js';
import { readMem0 } from './mem0.js';

export const sourceNames = ['chatgpt', 'claude', 'mem0', 'mcp-memory', 'markdown'] as const;
export type SourceName = (typeof sourceNames)[number];

const sources: Record<SourceName, (path: string, owner: string | undefined) => Promise<Found>> = {
  chatgpt: readChatgpt,
  claude: readClaude,
  mem0: readMem0,
  'mcp-memory': readMcpMemory,
  markdown: readMarkdown,
};

export const readSource = (from: SourceName, path: string, owner: string | undefined): Promise<Found> =>
  sources[from](path, owner);
