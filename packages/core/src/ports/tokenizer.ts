/** Counts what a language model will be sent. */
export interface Tokenizer {
  /** Names the encoding, such as `o200k_base`. */
  readonly encoding: string;
  /** Tokens of a text, any text; markers of a model's own, such as `<|endoftext|>`, count as the text that they are. */
  count(text: string): Promise<number>;
}
