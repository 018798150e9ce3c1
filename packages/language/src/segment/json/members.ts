import type { Span } from '../../spans.js';
import type { Token } from './tokens.js';

/** A member of an object: its key and its value, where that is a string, a number or a list of such. */
export interface Member extends Span {
  key: string;
  values: Token[];
  isList: boolean;
}

interface Frame {
  isList: boolean;
  members: Member[];
  key: Token | null;
  values: Token[];
}

const unquoted = (text: string): string => {
  try {
    return String(JSON.parse(text))
      .replace(/\p{Cc}/gu, ' ')
      .toWellFormed();
  } catch {
    return text.slice(1, -1);
  }
};

export const textOf = ({ kind, text }: Token): string => (kind === 'string' ? unquoted(text) : text);

const frame = (isList: boolean): Frame => ({ isList, members: [], key: null, values: [] });

/** Walks over the tokens of JSON and gives the members of each object, inner objects first. */
export function membersOf(tokens: readonly Token[]): Member[][] {
  const objects: Member[][] = [];
  const stack: Frame[] = [frame(true)];
  tokens.forEach((token, position) => {
    const top = stack.at(-1);
    if (!top) return;
    if (token.text === '{' || token.text === '[') stack.push(frame(token.text === '['));
    else if (token.text === '}' || token.text === ']') close(stack, objects, token);
    else if (token.kind !== 'sign') scalar(top, token, tokens[position + 1]?.text === ':');
  });
  return objects;
}

const scalar = (top: Frame, token: Token, isKey: boolean): void => {
  if (isKey && !top.isList) top.key = token;
  else if (top.isList) top.values.push(token);
  else addMember(top, [token], token.end, false);
};

const addMember = (top: Frame, values: Token[], end: number, isList: boolean): void => {
  if (top.key === null) return;
  top.members.push({ key: textOf(top.key), start: top.key.start, end, values, isList });
  top.key = null;
};

const close = (stack: Frame[], objects: Member[][], token: Token): void => {
  const closed = stack.pop();
  const top = stack.at(-1);
  if (!closed || !top) return;
  if (!closed.isList) {
    objects.push(closed.members);
    top.key = null;
  } else if (!top.isList && closed.values.length > 0) addMember(top, closed.values, token.end, true);
  else top.key = null;
};
