/** The speaker of what an assistant said, exactly so; it is nobody's name. */
export const ASSISTANT = 'assistant';

/** What an assistant said is kept as its words: it ages, is no fact of anybody, and takes nobody's place. */
export const isAssistants = (speaker: string | null | undefined): boolean => speaker === ASSISTANT;

/** A message that was said before a text or a message, in the same talk. */
export interface EarlierMessage {
  role: 'user' | 'assistant' | 'system' | 'tool';
  name: string | null;
  content: string;
}

/** A message of a talk: where it lies in the text, in UTF-16 units, and who says it. */
export interface Turn extends Pick<EarlierMessage, 'role' | 'name'> {
  start: number;
  end: number;
  /** Said right before it off the record, in order: it stands in no text, and nothing of it may stand in what is found. */
  unkept?: readonly EarlierMessage[];
}

export interface SourceText {
  /** Normalised; places of statements are places in it. */
  text: string;
  source: 'chat' | 'note' | 'event' | 'document' | 'system';
  /** Where the text was sent as messages. */
  turns?: readonly Turn[];
  /** What was said before it in the same talk, in order: it is read for what it asks and tells of, and nothing of it is found. */
  before?: readonly EarlierMessage[];
}

/** What a text says in one sentence or line, with all that a judge needs to know of it; whether it matters nobody has said. */
export interface Statement {
  /** As a memory would say it: the speaker's name in place of "I", with the heading or question that it needs. */
  content: string;
  /** Where it lies in the text, in UTF-16 units: start inclusive, end exclusive. */
  start: number;
  end: number;
  /** Its own words: without markup, and without an opening such as "By the way,". */
  words: string;
  /** The words with their opening, which may say how much they matter. */
  spoken: string;
  source: SourceText['source'];
  /** A row, a line of a log and a member of JSON say what they say by their form; `words` put it in words. */
  kind: 'prose' | 'item' | 'row' | 'log' | 'member';
  /** What it stands under. */
  heading: string | null;
  /** The labelled speaker; null where nobody is labelled, or a role such as "user" is. */
  speaker: string | null;
  /** What the labelled speaker is in the talk; null where nobody is labelled. */
  role: 'user' | 'assistant' | 'system' | 'person' | null;
  /** The question that it answers in a few words. */
  question: string | null;
  /** What the same person said before, where this is only a value that is to stand in it. */
  after: string | null;
  /** What the same person said before, where a message begins with a few words; it stands in `after` where they put it right. */
  earlier: string | null;
  /** Which message of a talk it stands in, counted from 0; null where the text is no talk. What one message tells of one thing is one memory. */
  turn: number | null;
  /** Where what was said before it lies in the text, at most 500 code points; null at the beginning. */
  context: { start: number; end: number } | null;
  /** The end of what was said before the text, where the context reaches beyond its beginning. */
  contextBefore?: string;
  /** By its wording alone it tries to instruct its reader. */
  instructs: boolean;
  /** What it says in disguise: decoded, or with its letters put right; mostly none. */
  disguised: readonly string[];
  /** Said for somebody else, for the sake of its words ("Translate: …"), or in a play. */
  borrowed: boolean;
  /** Which line of a quoted or tagged block it stands in, by where the line begins in what was read; null outside of blocks. What is known word for word was not said there, but sent back. */
  block: number | null;
  /**
   * What stands between the statement before and this one, where this one says little without it: "It weighs a lot.". Both may be
   * kept as one. Null where it says something by itself.
   */
  follows: string | null;
  /** What it is written in, ISO 639-1; null where that cannot be told. */
  language: string | null;
}
