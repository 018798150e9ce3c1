export interface Block {
  page: string;
  /** The line of its first text, from 1. */
  line: number;
  /** The word after the fence, empty without one, or `indented` for a block of four spaces. */
  language: string;
  text: string;
}

const fence = /^( {0,3})(`{3,}|~{3,})\s*(\w*)/;

const takeWhile = (lines: readonly string[], start: number, belongs: (line: string) => boolean): string[] => {
  const end = lines.findIndex((line, at) => at >= start && !belongs(line));
  return lines.slice(start, end < 0 ? lines.length : end);
};

const isIndented = (line: string) => line.startsWith('    ');
const isBlank = (line: string) => line.trim() === '';

/** All blocks in order: fenced ones, and those indented by four spaces after a blank line. */
export function readBlocks(page: string, text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, indent = '', mark = '', language = ''] = fence.exec(line) ?? [];
    if (mark) {
      const inside = takeWhile(lines, at + 1, (one) => one.trim() !== mark);
      const shown = inside.map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one));
      blocks.push({ page, line: at + 2, language, text: shown.join('\n') });
      at += inside.length + 1;
    } else if (isIndented(line) && isBlank(lines[at - 1] ?? '')) {
      const inside = takeWhile(lines, at, isIndented);
      const shown = inside.map((one) => one.slice(4)).join('\n');
      blocks.push({ page, line: at + 1, language: 'indented', text: shown });
      at += inside.length - 1;
    }
  }
  return blocks;
}
