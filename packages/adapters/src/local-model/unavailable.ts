/** The local model cannot run here: its runtime or its files are missing, broken, or not made for this machine. The message says which. */
export class LocalModelUnavailable extends Error {
  override readonly name = 'LocalModelUnavailable';

  constructor(reason: string) {
    super(`the local model cannot run here: ${reason}`);
  }
}
