/** What a job waits for is still to come. It is given back and tried later, which is no failure of it. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  constructor(
    message: string,
    /** When it is tried again unless it is rung before, ms from now. */
    readonly milliseconds: number,
  ) {
    super(message);
  }
}
