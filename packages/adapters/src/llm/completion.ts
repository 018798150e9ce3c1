import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import { StatusRefused } from './failures.js';

const member = (of: unknown, name: string | number): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A model's thoughts are parts of another kind. */
const joined = (content: unknown): unknown =>
  Array.isArray(content)
    ? content
        .map((part) => (isText(part) ? part : member(part, 'text')))
        .filter(isText)
        .join('')
    : content;

/** Some servers answer a schema with a tool call. */
const argumentsOf = (message: unknown): unknown => {
  const called = member(member(member(message, 'tool_calls'), 0), 'function') ?? member(message, 'function_call');
  const given = member(called, 'arguments');
  return typeof given === 'object' ? JSON.stringify(given) : given;
};

/** Prose before the answer may have braces, so several beginnings are tried. */
const MOST_BEGINNINGS = 32;
/** UTF-16 units that are parsed for them together: each may lead to the end before it fails. */
const MOST_TRIED = 2 * 1024 * 1024;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

function objectIn(text: string): string | undefined {
  const end = text.lastIndexOf('}') + 1;
  let start = text.indexOf('{');
  let units = 0;
  for (let tried = 0; start !== -1 && start < end && tried < MOST_BEGINNINGS; tried += 1) {
    const found = text.slice(start, end);
    units += found.length;
    if (tried > 0 && units > MOST_TRIED) return undefined;
    if (isJson(found)) return found;
    start = text.indexOf('{', start + 1);
  }
  return undefined;
}

/** Leaves out thoughts, fences and prose. */
function outermostObject(text: string): string {
  const thought = text.lastIndexOf('</think>');
  // The answer itself may quote the mark, where its text holds one.
  const found = objectIn(text.slice(thought + 1)) ?? (thought === -1 ? undefined : objectIn(text));
  if (found === undefined) throw new ModelFailure('the answer holds no JSON object', 'refused');
  return found;
}

/** Throws `ModelFailure` or `StatusRefused`. */
export function contentOf(completion: unknown): string {
  const code = member(member(completion, 'error'), 'code');
  if (typeof code === 'number' && code >= 300) throw new StatusRefused(code, '', 0);
  const choice = member(member(completion, 'choices'), 0);
  if (member(choice, 'finish_reason') === 'length') throw new ModelFailure('the answer was cut off', 'refused');
  const message = member(choice, 'message');
  const content = [joined(member(message, 'content')), argumentsOf(message)].find(isText);
  if (content === undefined) throw new ModelFailure('the answer has no content', 'refused');
  return outermostObject(content);
}

export interface Tokens {
  prompt: number;
  completion: number;
}

const MOST_TOKENS = 100_000_000;

/** A quarter of the bytes, about right for English and Chinese. */
export const guessed = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const counted = (given: unknown, text: string): number => {
  const count = Math.ceil(['number', 'string'].includes(typeof given) ? Number(given) : 0);
  return count > 0 && count <= MOST_TOKENS ? count : guessed(text);
};

/** Guessed where the server reports no plausible number. */
export function tokensOf(sent: unknown, completion: unknown): Tokens {
  const usage = member(completion, 'usage');
  const content = member(member(member(completion, 'choices'), 0), 'message');
  return {
    prompt: counted(member(usage, 'prompt_tokens'), JSON.stringify(sent)),
    completion: counted(member(usage, 'completion_tokens'), JSON.stringify(content ?? '')),
  };
}
