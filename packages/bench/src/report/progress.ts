export interface Progress {
  say(text: string): void;
  /** Writes at most every second, in place on a terminal, and every ten seconds elsewhere. */
  update(text: string): void;
}

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const every = stream.isTTY ? 1_000 : 10_000;
  let last = 0;
  let inPlace = false;
  const write = (text: string, stays: boolean) => {
    const start = inPlace ? '\r\u001b[K' : '';
    inPlace = stream.isTTY && !stays;
    stream.write(`${start}${text}${inPlace ? '' : '\n'}`);
  };
  return {
    say(text) {
      last = Date.now();
      write(text, true);
    },
    update(text) {
      if (Date.now() - last < every) return;
      last = Date.now();
      write(`  ${text}`, false);
    },
  };
}
