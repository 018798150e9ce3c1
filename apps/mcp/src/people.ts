/** Standard output belongs to the protocol, so messages for people go to standard error. */
export const say = (line: string): void => void process.stderr.write(`hippocamp-mcp: ${line}\n`);

export const fail = (error: unknown): never => {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
};
