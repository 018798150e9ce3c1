import { openApiDocument } from '@hippocamp/shared/operations/openapi';
import { operations } from '@hippocamp/shared/operations/table';
import type { Operation } from '@hippocamp/shared/operations/types';
import { escapeHtml, page } from './page.js';

interface Described {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Record<string, unknown> }[];
  requestBody?: unknown;
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
}

const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

const parameterTable = ({ parameters }: Described) =>
  parameters.length === 0
    ? ''
    : `<table>${parameters
        .map(
          ({ name, in: place, required, description, schema }) =>
            `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td>` +
            `<td>${escapeHtml(description ?? String(schema.description ?? ''))}</td></tr>`,
        )
        .join('')}</table>`;

const responseTable = ({ responses }: Described) =>
  `<table>${Object.entries(responses)
    .map(([status, { description }]) => `<tr><td>${status}</td><td>${escapeHtml(description)}</td></tr>`)
    .join('')}</table>`;

const section = (id: string, operation: Operation, described: Described) =>
  `<details id="${id}"><summary><span class="method">${operation.method.toUpperCase()}</span> <code>${operation.path}</code> ` +
  `${escapeHtml(operation.summary)}</summary>${parameterTable(described)}` +
  `${described.requestBody ? `<h4>Body</h4>${json(described.requestBody)}` : ''}<h4>Answers</h4>${responseTable(described)}</details>`;

/** The interface to read, made from the operation table. */
export function docsPage(version: string): string {
  const document = openApiDocument(version) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, unknown> };
  };
  const all = Object.entries<Operation>(operations);
  const tags = [...new Set(all.map(([, operation]) => operation.tag))];
  const groups = tags.map((tag) => {
    const sections = all
      .filter(([, operation]) => operation.tag === tag)
      .map(([id, operation]) =>
        section(id, operation, document.paths[operation.path]?.[operation.method] as Described),
      );
    return `<h2>${tag}</h2>${sections.join('')}`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<details id="${name}"><summary><code>${name}</code></summary>${json(schema)}</details>`,
  );
  return page(
    'Hippocamp',
    `<h1>Hippocamp ${escapeHtml(version)}</h1><p>A self-hosted, multi-tenant memory service for software agents. ` +
      `Machines read <a href="/openapi.json">/openapi.json</a>; errors are explained at <a href="/problems">/problems</a>.</p>` +
      `${groups.join('')}<h2>schemas</h2>${schemas.join('')}`,
  );
}
