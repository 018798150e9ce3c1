import { escapeHtml } from './page.js';

export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  items?: Schema;
  anyOf?: Schema[];
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const range = (low: number | undefined, high: number | undefined, unit: string) =>
  low === undefined && high === undefined ? '' : ` ${low ?? ''}..${high ?? ''}${unit}`;

const typeOf = (schema: Schema): string => {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#${name}">${name}</a>`;
  }
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') {
    return `${range(schema.minItems, schema.maxItems, ' of')} ${typeOf(schema.items ?? {})}, list`;
  }
  const bounds = range(schema.minimum, schema.maximum, '') + range(schema.minLength, schema.maxLength, ' characters');
  return escapeHtml(`${schema.format ?? schema.type ?? 'any'}${bounds}`);
};

const notes = (schema: Schema, required: boolean) =>
  [
    required ? 'required' : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    schema.description ?? '',
  ]
    .filter(Boolean)
    .join(' · ');

export const memberTable = (schema: Schema): string =>
  `<table>${Object.entries(schema.properties ?? {})
    .map(
      ([name, member]) =>
        `<tr><td><code>${escapeHtml(name)}</code></td><td>${typeOf(member)}</td>` +
        `<td>${escapeHtml(notes(member, schema.required?.includes(name) ?? false))}</td></tr>`,
    )
    .join('')}</table>`;
