import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import { completionOf, type Fault, sendJson } from './stand-in.js';

export const failureOf = async (work: Promise<unknown>): Promise<ModelFailure> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelFailure)) throw new Error('this should have been a failure', { cause: error });
  return error;
};

/** A refusal that quotes what it was asked. */
export const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (response, asked) =>
    sendJson(response, { error: { message: `no: ${JSON.stringify(asked.body.messages)}` } }, code, headers);

/** A completion of this, as it stands. */
export const content =
  (text: unknown, reason?: string): Fault =>
  (response) =>
    sendJson(response, completionOf(text, reason));

/** An envelope as it stands. */
export const raw =
  (text: string): Fault =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(text);

export const hang: Fault = () => undefined;

export const huge: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(completionOf('x'.repeat(10_000_000))));
};
