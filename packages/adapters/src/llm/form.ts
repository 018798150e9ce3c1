import { guessed } from './completion.js';

export interface RequestSettings {
  model: string;
  temperature: number;
  /** Tokens of one call, its answer included. */
  contextTokens: number;
  maxTokens: number;
  reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | undefined;
}

export interface Asked {
  /** Always the same and sent first, so that servers can cache it. */
  instructions: string;
  /** Sent as JSON in one message; what several questions share comes first, to be cached. */
  data: Record<string, unknown>;
  schema: { name: string; schema: Record<string, unknown> };
}

/** Servers accept different forms of a request. */
export interface Form {
  format: 'json_schema' | 'json_object' | null;
  worded: boolean;
  limit: 'max_tokens' | 'max_completion_tokens';
  apart: boolean;
  without: readonly string[];
}

export const firstForm: Form = { format: 'json_schema', worded: false, limit: 'max_tokens', apart: true, without: [] };

const withLess = ({ format }: Form): Partial<Form> | null => {
  if (format === null) return null;
  return { format: format === 'json_schema' ? 'json_object' : null, worded: true };
};

const leftOut =
  (name: string) =>
  ({ without }: Form): Partial<Form> | null =>
    without.includes(name) ? null : { without: [...without, name] };

/** A refusal that matches leads to another form; null where that was tried. */
const ways: [RegExp, (form: Form) => Partial<Form> | null][] = [
  [/max_(?:completion_)?tokens/i, ({ limit }) => (limit === 'max_tokens' ? { limit: 'max_completion_tokens' } : null)],
  [/response.?format|json.?(?:schema|object)|structured|grammar/i, withLess],
  [/temperature/i, leftOut('temperature')],
  [/reasoning/i, leftOut('reasoning_effort')],
  [/chat_template_kwargs|enable_thinking/i, leftOut('chat_template_kwargs')],
  [/system (?:role|message|prompt)/i, ({ apart }) => (apart ? { apart: false } : null)],
];

/** The next form after a refusal with such a text; null where none is left. No form comes twice. */
export function otherForm(form: Form, responseText: string): Form | null {
  for (const [named, way] of ways) {
    const other = named.test(responseText) ? way(form) : null;
    if (other) return { ...form, ...other };
  }
  return null;
}

const formatOf = ({ format }: Form, { schema }: Asked) => {
  if (format === 'json_schema') return { response_format: { type: format, json_schema: { strict: true, ...schema } } };
  return format === null ? {} : { response_format: { type: format } };
};

/** Servers without the effort `none` may know this template argument. */
const reasoningOf = (effort: RequestSettings['reasoning']) => {
  if (effort === undefined) return {};
  const silent = effort === 'none' ? { chat_template_kwargs: { enable_thinking: false } } : {};
  return { reasoning_effort: effort, ...silent };
};

const FEWEST_TOKENS = 256;

/** Tokens of the answer: what the question leaves of `contextTokens`. */
const roomFor = ({ contextTokens, maxTokens }: RequestSettings, messages: unknown): number => {
  const asked = Math.ceil(1.1 * guessed(JSON.stringify(messages)));
  return Math.max(FEWEST_TOKENS, Math.min(maxTokens, contextTokens - asked));
};

/** Sends one user message, because the templates of many models refuse two of one role in a row. */
export function requestOf(settings: RequestSettings, question: Asked, form: Form) {
  const { model, temperature, reasoning } = settings;
  const schema = form.worded ? `\n\nThe schema of the answer: ${JSON.stringify(question.schema.schema)}` : '';
  const instructions = question.instructions + schema;
  const data = JSON.stringify(question.data);
  const messages = form.apart
    ? [
        { role: 'system', content: instructions },
        { role: 'user', content: data },
      ]
    : [{ role: 'user', content: `${instructions}\n\n${data}` }];
  const body = {
    model,
    messages,
    temperature,
    [form.limit]: roomFor(settings, messages),
    ...formatOf(form, question),
    ...reasoningOf(reasoning),
  };
  return Object.fromEntries(Object.entries(body).filter(([name]) => !form.without.includes(name)));
}
