import { transformWithOxc } from 'vite';
import type { Block } from './blocks.js';

const languages = ['js', 'javascript', 'mjs', 'ts', 'typescript'];

export const isScript = ({ language }: Block): boolean => languages.includes(language);

const begins = ({ text }: Block) => text.includes('createHippocamp(');

/** A program begins where a client is made, and goes on over the blocks after it. */
export function scriptsOf(blocks: readonly Block[]): Block[] {
  const scripts: Block[] = [];
  for (const block of blocks.filter(isScript)) {
    const last = scripts.at(-1);
    if (last && !begins(block)) scripts[scripts.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
    else scripts.push(block);
  }
  return scripts;
}

export const runnable = async ({ text }: Block): Promise<string> =>
  (await transformWithOxc(text, 'page.ts', { lang: 'ts' })).code;
