import { routes } from './generated/routes.js';
import type { Operations } from './generated/types.js';
import type { CallRequest } from './http/prepare.js';
import { readAnswer } from './http/read-answer.js';
import type { Call, Send } from './http/send.js';
import { orLacking, type ServerDocument } from './lacking.js';
import type { CallOptions } from './options.js';
import type { OperationId } from './places.js';
import type { Ports } from './ports.js';
import type { Route } from './route.js';

type RequestOf<Id extends OperationId> = Operations[Id]['request'];
type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];

/** The request may be left out where nothing in it is required. */
type Given<Id extends OperationId> =
  Partial<RequestOf<Id>> extends RequestOf<Id>
    ? [request?: RequestOf<Id>, options?: CallOptions]
    : [request: RequestOf<Id>, options?: CallOptions];

/** Calls any operation by its name in the contract. */
export type CallOperation = <Id extends OperationId>(operation: Id, ...given: Given<Id>) => Promise<AnswerOf<Id>>;

export interface Caller {
  call(operation: OperationId, request: CallRequest, options: CallOptions): Promise<unknown>;
  read<Result>(
    operation: OperationId,
    request: CallRequest,
    options: CallOptions,
    read: Call<Result>['read'],
  ): Promise<Result>;
}

const removesRecord = ({ method, path }: Route) => method === 'DELETE' && path.endsWith('}');

export function createCaller(send: Send, ports: Ports): Caller {
  let document: Promise<ServerDocument | undefined> | undefined;
  const readDocument = () => {
    document ??= ask('openapi', {}, { retries: 0 }).then(
      (answer) => answer as ServerDocument,
      () => {
        document = undefined;
        return undefined;
      },
    );
    return document;
  };

  const readAs =
    (route: Route): Call<unknown>['read'] =>
    (response, url) =>
      readAnswer(route, response, url, ports.now());

  const ask = (operation: OperationId, request: CallRequest, options: CallOptions) => {
    const route = routes[operation];
    const gone = removesRecord(route) ? { gone: { deleted: true } as unknown } : {};
    return send<unknown>({ operation, route, request, options, read: readAs(route), ...gone });
  };

  const orSayWhatLacks = async <Result>(operation: OperationId, answer: Promise<Result>): Promise<Result> => {
    try {
      return await answer;
    } catch (error) {
      throw await orLacking(error, operation, routes[operation], readDocument);
    }
  };

  return {
    call: (operation, request, options) => orSayWhatLacks(operation, ask(operation, request, options)),
    read: (operation, request, options, read) =>
      orSayWhatLacks(operation, send({ operation, route: routes[operation], request, options, read })),
  };
}
