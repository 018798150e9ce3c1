import { isProblem } from '@hippocamp/shared/problems';
import { reasonOf } from '../../ports/log.js';

/** Name and reason of an error of the database's client, whose message begins with the call and may quote values; else null. */
const clientError = (error: unknown): string | null => {
  if (!(error instanceof Error) || !error.name.startsWith('PrismaClient')) return null;
  return [error.name, reasonOf(error) ?? []].flat().join(' ');
};

/** Errors of engines may quote values; the first line that says something is enough to know them by. */
const firstLine = (error: unknown): string => {
  const said = String(error instanceof Error ? error.message || error.name : error);
  const line = said.split('\n').find((text) => text.trim() !== '');
  return line?.slice(0, 500) ?? 'unknown';
};

/** What a log and a dead letter say of a failure, without values. */
export const describeFailure = (error: unknown): string => {
  const cause = isProblem(error) ? (clientError(error.cause) ?? reasonOf(error.cause)) : null;
  const said = clientError(error) ?? firstLine(error);
  return cause ? `${said} (${cause})` : said;
};
