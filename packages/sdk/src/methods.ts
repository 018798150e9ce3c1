import type { Caller } from './caller.js';
import { routes } from './generated/routes.js';
import type { CallRequest } from './http/prepare.js';
import type { CallOptions } from './options.js';
import type { Every, OperationId } from './places.js';

interface Page {
  nextCursor: string | null;
}

/** Arguments are parameters, then inputs, then options. */
const requestOf = (
  operation: OperationId,
  given: readonly unknown[],
): { request: CallRequest; options: CallOptions } => {
  const { params, inputs } = routes[operation];
  const named = params.map((name, index) => [name, given[index]]);
  const rest = inputs.map((input, index) => [input, given[params.length + index]]);
  const options = given[params.length + inputs.length] as CallOptions | undefined;
  return {
    request: { params: Object.fromEntries(named), ...Object.fromEntries(rest) },
    options: options ?? {},
  };
};

const method =
  (caller: Caller, operation: OperationId) =>
  (...given: unknown[]): Promise<unknown> => {
    const { request, options } = requestOf(operation, given);
    return caller.call(operation, request, options);
  };

const iterator = (caller: Caller, { every, of }: Every) =>
  async function* (...given: unknown[]): AsyncGenerator<unknown> {
    const { request, options } = requestOf(every, given);
    for (let query: object = request.query ?? {}; ; ) {
      const page = (await caller.call(every, { ...request, query }, options)) as Page & Record<string, unknown[]>;
      yield* page[of] ?? [];
      if (page.nextCursor === null) return;
      query = { ...query, offset: undefined, cursor: page.nextCursor };
    }
  };

type Tree = OperationId | Every | { [name: string]: Tree };

const isEvery = (place: Exclude<Tree, string>): place is Every => typeof place.every === 'string';

export const methodsOf = (caller: Caller, place: Tree): unknown => {
  if (typeof place === 'string') return method(caller, place);
  if (isEvery(place)) return iterator(caller, place);
  return Object.fromEntries(Object.entries(place).map(([name, inner]) => [name, methodsOf(caller, inner)]));
};
