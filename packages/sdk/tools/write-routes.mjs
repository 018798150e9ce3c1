/** Whether doing it twice is doing it once, without a key. */
const isRepeatable = ({ method, scope, lines }) =>
  method === 'get' || method === 'delete' || scope === 'read' || lines === true;

const routeOf = (operation, { params, inputs, hasBody, bodyMembers, enveloped }) => ({
  method: operation.method.toUpperCase(),
  path: operation.path,
  params,
  inputs: Object.keys(inputs),
  members: [...bodyMembers, ...Object.keys(inputs.query?.properties ?? {})],
  sends: operation.lines ? 'lines' : hasBody ? 'json' : 'nothing',
  answers: operation.mediaType ? 'text' : enveloped ? 'data' : 'json',
  statuses: Object.keys(operation.answers).map(Number),
  needsTenant: operation.scope !== null && operation.scope !== 'operator',
  takesKey: operation.idempotent === true,
  isRepeatable: isRepeatable(operation),
});

/** What a client has to know of each operation to ask for it. */
export function writeRoutes(described) {
  const lines = described.map(
    ([id, operation, description]) => `  ${id}: ${JSON.stringify(routeOf(operation, description))},`,
  );
  return `import type { Route } from '../route.js';\nimport type { Operations } from './types.js';\n\nexport const routes: Record<keyof Operations, Route> = {\n${lines.join('\n')}\n};\n`;
}
