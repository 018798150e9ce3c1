/** Lines have no line ends. Pieces are UTF-8 and may be cut anywhere. */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  const take = function* (text: string) {
    const [first = '', ...rest] = text.split('\n');
    parts.push(first);
    for (const next of rest) {
      yield parts.join('');
      parts = [next];
    }
  };
  for await (const piece of pieces) yield* take(decoder.decode(piece, { stream: true }));
  yield* take(decoder.decode());
  const last = parts.join('');
  if (last !== '') yield last;
}
