import { openApiDocument } from '@hippocamp/shared/operations/openapi';
import { operations } from '@hippocamp/shared/operations/table';
import { tags } from '@hippocamp/shared/operations/tags';
import type { Operation } from '@hippocamp/shared/operations/types';
import { escapeHtml, page } from './page.js';
import { memberTable, type Schema } from './schema-table.js';

interface Described {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string }>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

const parameterTable = ({ parameters }: Described) =>
  parameters.length === 0
    ? ''
    : `<table>${parameters
        .map(
          ({ name, in: place, required, description, schema }) =>
            `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td>` +
            `<td>${escapeHtml(description ?? schema.description ?? '')}</td></tr>`,
        )
        .join('')}</table>`;

const bodyTable = ({ requestBody }: Described, document: Document) => {
  const schema = requestBody?.content['application/json']?.schema;
  const named = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  return named?.properties && Object.keys(named.properties).length > 0 ? `<h4>Body</h4>${memberTable(named)}` : '';
};

const responseTable = ({ responses }: Described) =>
  `<h4>Answers</h4><table>${Object.entries(responses)
    .map(([status, { description }]) => `<tr><td>${status}</td><td>${escapeHtml(description)}</td></tr>`)
    .join('')}</table>`;

const section = (id: string, operation: Operation, document: Document) => {
  const described = document.paths[operation.path]?.[operation.method];
  if (!described) throw new Error(`The OpenAPI document lacks ${id}.`);
  return (
    `<details id="${id}"><summary><span class="method">${operation.method.toUpperCase()}</span> ` +
    `<code>${operation.path}</code> ${escapeHtml(operation.summary)}</summary>` +
    `${parameterTable(described)}${bodyTable(described, document)}${responseTable(described)}</details>`
  );
};

export function docsPage(version: string): string {
  const document = openApiDocument(version) as unknown as Document;
  const all = Object.entries<Operation>(operations);
  const groups = Object.entries(tags).map(([tag, description]) => {
    const ofTag = all.filter(([, operation]) => operation.tag === tag);
    return `<h2>${tag}</h2><p>${escapeHtml(description)}</p>${ofTag.map(([id, operation]) => section(id, operation, document)).join('')}`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<details id="${name}"><summary><code>${name}</code></summary>${memberTable(schema)}</details>`,
  );
  return page(
    'Hippocamp',
    `<h1>Hippocamp ${escapeHtml(version)}</h1><p>A self-hosted, multi-tenant memory service for software agents. ` +
      `Machines read <a href="/openapi.json">/openapi.json</a>; errors are explained at <a href="/problems">/problems</a>.</p>` +
      `${groups.join('')}<h2>schemas</h2>${schemas.join('')}`,
  );
}
