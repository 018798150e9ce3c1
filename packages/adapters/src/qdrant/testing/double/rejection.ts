/** An error that Qdrant answers in place of a result. */
export class Rejection extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

export const badRequest = (sentence: string) => new Rejection(400, `Wrong input: ${sentence}`);
export const notFound = (sentence: string) => new Rejection(404, `Not found: ${sentence}`);
