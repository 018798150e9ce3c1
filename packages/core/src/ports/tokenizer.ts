export interface Tokenizer {
  /** The name of the encoding, such as `o200k_base`. */
  readonly encoding: string;
  /** A model's own markers, such as `<|endoftext|>`, count as plain text. */
  count(text: string): Promise<number>;
}
