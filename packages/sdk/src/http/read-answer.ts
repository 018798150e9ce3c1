import { UnexpectedAnswer } from '../errors.js';
import type { Route } from '../route.js';
import { problemOf } from './read-problem.js';

const isJson = (response: Response) => (response.headers.get('content-type') ?? '').includes('json');

/** Throws the error of an answer that is no success of the operation. */
export async function checkAnswer({ statuses }: Route, response: Response, url: string, now: number): Promise<void> {
  if (!statuses.includes(response.status)) throw problemOf(response, url, await response.text(), now);
}

/** Takes the answer out of its envelope. */
export async function readAnswer(route: Route, response: Response, url: string, now: number): Promise<unknown> {
  const isProblem = (response.headers.get('content-type') ?? '').includes('problem+json');
  if (isProblem) throw problemOf(response, url, await response.text(), now);
  await checkAnswer(route, response, url, now);
  if (route.answers === 'text') return response.text();
  if (!isJson(response)) {
    throw new UnexpectedAnswer(url, response.status, response.headers.get('content-type') ?? '', undefined);
  }
  const body = (await response.json()) as { data?: unknown };
  return route.answers === 'data' ? body.data : body;
}
