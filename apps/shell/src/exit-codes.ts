/** `docs/shell.md` shows this table. */
export const exitCodes = {
  done: [0, 'done'],
  failed: [1, 'refused by the service, or failed; `doctor` found something wrong'],
  usage: [2, 'the command was not understood, or a file could not be read'],
  unreachable: [3, 'no service answered, or not in time; the same command can be run again'],
  notAllowed: [4, 'the key is missing, or does not allow it (401, 403)'],
  partly: [5, 'done in part: some of what was sent was refused, and is named'],
  interrupted: [130, 'stopped by Ctrl-C, or `export <file>` by SIGTERM or SIGHUP'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;

export type Outcome = keyof typeof exitCodes;

export const codeOf = (outcome: Outcome): number => exitCodes[outcome][0];
