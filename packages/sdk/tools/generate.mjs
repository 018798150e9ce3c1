import { mkdirSync, writeFileSync } from 'node:fs';
import { operations } from '@hippocamp/shared/operations/table';
import { problemTypes } from '@hippocamp/shared/problems';
import { describeOperation } from './describe-operation.mjs';
import { writeProblems } from './write-problems.mjs';
import { writeRoutes } from './write-routes.mjs';
import { writeTypes } from './write-types.mjs';

/** Writes what the client knows of the service from the one table of operations, so that nothing of zod or `shared` is needed to use it. */
const components = new Map();
const described = Object.entries(operations).map(([id, operation]) => [
  id,
  operation,
  describeOperation(operation, components),
]);

const folder = new URL('../src/generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (name, text) =>
  writeFileSync(new URL(name, folder), `// Made from the operations of the service by tools/generate.mjs.\n\n${text}`);
write('types.ts', writeTypes(described, components));
write('routes.ts', writeRoutes(described));
write('problems.ts', writeProblems(problemTypes));
