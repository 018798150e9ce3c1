/** Standard output is the protocol's: everything for people goes to standard error. */
export const say = (line: string): void => void process.stderr.write(`hippocamp-mcp: ${line}\n`);

/** Ends the program with one sentence. */
export const fail = (error: unknown): never => {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
};
