import { type Node, parseTree } from 'jsonc-parser';

export interface Value {
  type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  start: number;
  end: number;
  members: readonly Member[];
  items: readonly Value[];
  /** Empty for an object or an array. */
  text: string;
}

export interface Member {
  key: string;
  keyStart: number;
  keyEnd: number;
  value: Value;
}

const isJson = (text: string): boolean => {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Control characters such as NUL are no text. */
const readableText = (value: unknown): string =>
  String(value)
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed();

const memberOf = ({ children = [] }: Node, from: number): Member[] => {
  const [key, value] = children;
  if (!key || !value) return [];
  const keyStart = from + key.offset + 1;
  return [
    { key: readableText(key.value), keyStart, keyEnd: keyStart + key.length - 2, value: jsonValueOf(value, from) },
  ];
};

const jsonValueOf = (node: Node, from: number): Value => {
  const { type, children = [], offset, length } = node;
  const place = { start: from + offset, end: from + offset + length };
  const none = { members: [], items: [], text: '' };
  if (type === 'object')
    return { type, ...place, ...none, members: children.flatMap((child) => memberOf(child, from)) };
  if (type === 'array') return { type, ...place, ...none, items: children.map((child) => jsonValueOf(child, from)) };
  return { type: type === 'property' ? 'null' : type, ...place, ...none, text: readableText(node.value) };
};

/** More than people nest, and less than a stack holds. */
const DEEPEST = 200;

// linear: only text that `JSON.parse` took is searched, so each string ends, and the next search begins after it.
const nesting = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;

const isTooDeep = (text: string): boolean => {
  let depth = 0;
  for (const sign of text.match(nesting) ?? []) {
    depth += Number(sign === '{' || sign === '[') - Number(sign === '}' || sign === ']');
    if (depth > DEEPEST) return true;
  }
  return false;
};

const parsed = (text: string, from: number): Value[] | null => {
  if (!isJson(text) || isTooDeep(text)) return null;
  const root = parseTree(text);
  return root ? [jsonValueOf(root, from)] : null;
};

/** The head of a pasted HTTP request: its first line, its headers, an empty line. */
const requestHead =
  /^\s*(?:(?:POST|PUT|PATCH|GET) \S+(?: HTTP\/[\d.]+)?\n)?(?:[A-Za-z][\w-]{1,60}: [^\n]{0,500}\n){1,40}\n(?=\s*[{[])/;

const lineByLine = (text: string): Value[] | null => {
  const values: Value[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    const found = line.trim() === '' ? [] : /^\s*\{/.test(line) ? parsed(line, from) : null;
    if (found === null) return null;
    values.push(...found);
    from += line.length + 1;
  }
  return values.length > 1 ? values : null;
};

/** Null unless the text is JSON as a whole, line by line, or below the head of an HTTP request. */
export function jsonValues(text: string): Value[] | null {
  const head = requestHead.exec(text.slice(0, 10_000))?.[0].length ?? 0;
  return parsed(text.slice(head), head) ?? (/^\s*\{/.test(text) ? lineByLine(text) : null);
}
