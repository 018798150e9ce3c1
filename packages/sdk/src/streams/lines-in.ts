const NEWLINE = 0x0a;

/** Lines have no line ends. Pieces are UTF-8 and may be cut anywhere; damaged ones would be stored as other words. */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: string[] = [];
  let line = 1;
  const decode = (bytes: Uint8Array, stream: boolean): void => {
    try {
      parts.push(decoder.decode(bytes, { stream }));
    } catch {
      throw new TypeError(`Line ${line} is no text in UTF-8: it is damaged, or in another encoding.`);
    }
  };
  const take = (): string => {
    const text = parts.join('');
    parts = [];
    line += 1;
    return text;
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      decode(piece.subarray(from, at), false);
      yield take();
      from = at + 1;
    }
    decode(piece.subarray(from), true);
  }
  decode(new Uint8Array(), false);
  const last = take();
  if (last !== '') yield last;
}
