interface Line {
  level?: string;
  engine?: string;
  part?: string;
  kind?: string;
  postponements?: number;
  msg?: string;
  stack?: string;
}

const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

export const engineLines = (output: string, engine: string): string[] =>
  linesOf(output).flatMap((line) => (line.engine === engine ? [line.msg ?? ''] : []));

export const complaints = (output: string): Line[] =>
  linesOf(output).filter(({ level, engine }) => engine === undefined && (level === 'warn' || level === 'error'));
