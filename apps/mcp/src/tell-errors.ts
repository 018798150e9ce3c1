import type { Writable } from 'node:stream';

const MOST_PER_SECOND = 5;
/** A message may hold what a client sent. */
const LONGEST = 2000;

/** Every line of a client may cause an error, so few are told, and how many were left out. */
export function createErrorTeller(output: Writable): (error: Error) => void {
  let told = 0;
  let leftOut = 0;
  let second: NodeJS.Timeout | undefined;

  const write = (line: string) => void output.write(`hippocamp-mcp: ${line}\n`);

  const endSecond = () => {
    second = undefined;
    told = 0;
    if (leftOut === 0 || output.writableNeedDrain) return;
    write(`${leftOut} more errors are left out.`);
    leftOut = 0;
  };

  return ({ message }) => {
    if (second === undefined) second = setTimeout(endSecond, 1000).unref();
    if (told === MOST_PER_SECOND || output.writableNeedDrain) leftOut += 1;
    else {
      told += 1;
      write(message.slice(0, LONGEST).toWellFormed());
    }
  };
}
