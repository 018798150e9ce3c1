import { NotOnThisServer } from './errors.js';
import { HippocampProblem } from './problem.js';
import type { Route } from './route.js';

export interface ServerDocument {
  openapi: string;
  info?: { version?: string };
  paths?: Record<string, Record<string, unknown>>;
}

type ReadDocument = () => Promise<ServerDocument | undefined>;

const hasOperation = ({ paths }: ServerDocument, { path, method }: Route): boolean =>
  paths === undefined || paths[path]?.[method.toLowerCase()] !== undefined;

/** An older server may take the last part of the path for an id of another operation. */
const mayLackOperation = (route: Route, { problem, errors }: HippocampProblem): boolean =>
  problem === 'not-found' ||
  problem === 'method-not-allowed' ||
  (route.params.length === 0 && errors.some(({ path }) => path.startsWith('path.')));

const first = (path: string): string => path.replace(/^(\/|query\.)/, '').split('/', 1)[0] ?? '';

const lackedMembers = (route: Route, { errors }: HippocampProblem): string[] =>
  errors.flatMap(({ path, code }) => {
    const name = first(path);
    const isTop = path === `/${name}` || path === `query.${name}`;
    return code === 'unknown_member' && isTop && route.members.includes(name) ? [name] : [];
  });

const versionOf = (document: ServerDocument | undefined) => document?.info?.version;

const server = (version: string | undefined) => (version ? `This server (version ${version})` : 'This server');

const lacking = (message: string, lacks: string[], version: string | undefined, cause: HippocampProblem) => {
  const error = new NotOnThisServer(`${server(version)} ${message}`, lacks, version, cause);
  error.place = cause.place;
  return error;
};

/** The error that names what an older server lacks, or the error as it is. Asks the server for its document. */
export async function orLacking(error: unknown, operation: string, route: Route, read: ReadDocument): Promise<unknown> {
  if (!(error instanceof HippocampProblem)) return error;
  const what = `${route.method} ${route.path}`;
  const members = lackedMembers(route, error);
  if (members.length > 0) {
    const names = members.map((name) => `\`${name}\``).join(', ');
    const message = `does not know ${names} of ${what} yet: leave it out, or update the server.`;
    return lacking(message, members, versionOf(await read()), error);
  }
  if (!mayLackOperation(route, error)) return error;
  const document = await read();
  if (document === undefined || hasOperation(document, route)) return error;
  return lacking(
    `has no ${what}, which \`${operation}\` needs: update the server.`,
    [what],
    versionOf(document),
    error,
  );
}
