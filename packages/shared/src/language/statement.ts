/** The `speaker` of an assistant's words. */
export const ASSISTANT = 'assistant';

/** The assistant's words age, are nobody's facts, and replace nothing. */
export const isAssistants = (speaker: string | null | undefined): boolean => speaker === ASSISTANT;

export interface EarlierMessage {
  role: 'user' | 'assistant' | 'system' | 'tool';
  name: string | null;
  content: string;
}

/** A message. `start` and `end` are UTF-16 units of the text. */
export interface Turn extends Pick<EarlierMessage, 'role' | 'name'> {
  start: number;
  end: number;
  /** Messages off the record right before it. Nothing of them may stand in what is found. */
  unkept?: readonly EarlierMessage[];
}

export interface SourceText {
  /** Normalised. The places of statements refer to it. */
  text: string;
  source: 'chat' | 'note' | 'event' | 'document' | 'system';
  turns?: readonly Turn[];
  /** Earlier messages of the same talk. They are read for context, and nothing of them is found. */
  before?: readonly EarlierMessage[];
}

/** One sentence or line of a text, kept or not. */
export interface Statement {
  /** In a memory's words: with the speaker's name in place of "I", and the heading or question that it needs. */
  content: string;
  /** UTF-16 units, end exclusive. */
  start: number;
  end: number;
  /** Without markup, and without an opening such as "By the way,". */
  words: string;
  /** The words with their opening, which may tell their importance. */
  spoken: string;
  source: SourceText['source'];
  /** A row, a log line and a JSON member tell by their form; `words` put that in words. */
  kind: 'prose' | 'item' | 'row' | 'log' | 'member';
  heading: string | null;
  /** The labelled speaker; null when nobody is labelled, or only a role such as "user". */
  speaker: string | null;
  /** The role of the labelled speaker; null when nobody is labelled. */
  role: 'user' | 'assistant' | 'system' | 'person' | null;
  /** The question that it answers in a few words. */
  question: string | null;
  /** The same person's earlier words, if this is only a value for them. */
  after: string | null;
  /** True when the question or the earlier words were said before the text. */
  quotesBefore?: true;
  /** The same person's earlier words before a short beginning. `after` holds them when they are corrected. */
  earlier: string | null;
  /** The number of its message from 0; null without messages. What one message tells about one thing is one memory. */
  turn: number | null;
  /** The place of the text before it, at most 500 code points; null at the beginning. */
  context: { start: number; end: number } | null;
  /** The end of the earlier messages, if the context reaches beyond the text's beginning. */
  contextBefore?: string;
  /** True when its wording tries to instruct its reader. */
  instructs: boolean;
  /** Decoded content, or with its letters put right; usually empty. */
  disguised: readonly string[];
  /** Said for the sake of its words ("Translate: …"), or in a play. */
  borrowed: boolean;
  /** The start of its line in a quoted or tagged block, where an agent may send back memories; null elsewhere. */
  block: number | null;
  /** The text between the previous statement and this one, if this one says little alone: "It weighs a lot.". */
  follows: string | null;
  /** ISO 639-1; null when unknown. */
  language: string | null;
  /** Stands outside of all sentences: in code, a comment, a signature. A judge is less sure of such words. */
  aside?: true;
}
