/** Rejects, as `tooLong` says it, where a server sends more bytes than `most`; no more are read. */
export async function boundedText(
  { body }: Response,
  most: number,
  tooLong: (sentence: string) => Error,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw tooLong(`the answer is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
