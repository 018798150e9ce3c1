import { type ProblemName, problemTypes } from '@hippocamp/shared/problems';
import { escapeHtml, page } from './page.js';

export const problemPage = (name: ProblemName) => {
  const { status, title, about } = problemTypes[name];
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p><code>${name}</code> · status ${status}</p><p>${escapeHtml(about)}</p>` +
      `<p><a href="/problems">All problems</a></p>`,
  );
};

export const problemListPage = () =>
  page(
    'Problems',
    `<h1>Problems</h1><p>Errors are answered as <code>application/problem+json</code> (RFC 9457).</p><table>${Object.entries(
      problemTypes,
    )
      .map(
        ([name, { status, title }]) =>
          `<tr><td>${status}</td><td><a href="/problems/${name}"><code>${name}</code></a></td><td>${escapeHtml(title)}</td></tr>`,
      )
      .join('')}</table>`,
  );
