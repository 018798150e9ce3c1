import type { EarlierMessage, SourceText, Turn } from '@hippocamp/shared/language/statement';

/** What a message is to the text: a part of it, said before it in the same talk, or said off the record. */
type Standing = 'own' | 'before' | 'unkept';

/** A message as it is read, in a text that holds what was said around it as well. */
export interface HeardTurn extends Omit<Turn, 'unkept'> {
  standing: Standing;
  /** How far its places are from those in the text. */
  shift: number;
}

/** A text with what was said before it and within it, as one talk. */
export interface Talk {
  text: string;
  turns: HeardTurn[];
}

const BETWEEN = '\n';

/** Puts a text together with what only explains it. */
export function talkOf({ text, turns = [], before = [] }: Pick<SourceText, 'text' | 'turns' | 'before'>): Talk {
  const talk: Talk = { text: '', turns: [] };
  const add = (content: string, who: Pick<Turn, 'role' | 'name'>, standing: Standing, at: number) => {
    const start = talk.text === '' && talk.turns.length === 0 ? 0 : talk.text.length + BETWEEN.length;
    talk.text = start === 0 ? content : talk.text + BETWEEN + content;
    talk.turns.push({ role: who.role, name: who.name, start, end: talk.text.length, standing, shift: start - at });
  };
  const hear = (message: EarlierMessage, standing: Standing) => add(message.content, message, standing, 0);
  for (const message of before) hear(message, 'before');
  for (const { start, end, unkept = [], ...who } of turns) {
    for (const message of unkept) hear(message, 'unkept');
    add(text.slice(start, end), who, 'own', start);
  }
  return talk;
}
