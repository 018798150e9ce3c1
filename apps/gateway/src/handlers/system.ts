import type { Service } from '@hippocamp/runtime/service';
import { openApiDocument } from '@hippocamp/shared/operations/openapi';
import { Problem, type ProblemName, problemTypes } from '@hippocamp/shared/problems';
import type { Handlers } from '../http/answer.js';
import { docsPage } from '../pages/docs-page.js';
import { pagePolicy } from '../pages/page.js';
import { problemListPage, problemPage } from '../pages/problem-pages.js';

type SystemOperation = 'live' | 'ready' | 'metrics' | 'openapi' | 'docs' | 'problemPages' | 'problemPage';

const pageHeaders = { 'content-security-policy': pagePolicy };

const isProblemName = (name: string): name is ProblemName => Object.hasOwn(problemTypes, name);

export interface SystemOptions {
  /** Whether the caller may see metrics and the details of /readyz, which cover all tenants. */
  tellsAll: boolean;
}

const makeDocument = (version: string) => {
  const body = openApiDocument(version) as { openapi: string };
  return { body, bytes: Buffer.from(JSON.stringify(body)) };
};

export const systemHandlers = (service: Service, { tellsAll }: SystemOptions): Pick<Handlers, SystemOperation> => {
  // Built at the first request: at the start they would be a tenth of its work.
  let document: ReturnType<typeof makeDocument> | undefined;
  let docs: string | undefined;
  return {
    live: async () => ({ status: 200, body: { status: 'live' } }),
    async ready() {
      const body = await (tellsAll ? service.readiness() : service.briefReadiness());
      return { status: body.status === 'ready' ? 200 : 503, body };
    },
    async metrics() {
      if (!tellsAll) throw new Problem('not-found', 'Metrics are served at OPS_PORT, where that is set.');
      return { status: 200, body: await service.metrics.text() };
    },
    async openapi() {
      document ??= makeDocument(service.version);
      return { status: 200, ...document };
    },
    async docs() {
      docs ??= docsPage(service.version);
      return { status: 200, body: docs, headers: pageHeaders };
    },
    problemPages: async () => ({ status: 200, body: problemListPage(), headers: pageHeaders }),
    async problemPage({ params: { name } }) {
      if (!isProblemName(name)) throw new Problem('not-found', 'No problem has this name; /problems lists all.');
      return { status: 200, body: problemPage(name), headers: pageHeaders };
    },
  };
};
