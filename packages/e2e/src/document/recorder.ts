import type { RecordedExample } from '@hippocamp/shared/operations/recorded-example';
import { type OperationId, operations } from '@hippocamp/shared/operations/table';
import type { Operation } from '@hippocamp/shared/operations/types';
import type { Api } from '../client.js';

interface Call {
  /** One for each `{part}` of the path. */
  params?: readonly string[];
  /** Begins with its question mark. */
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Recorder {
  /** Sends the request, keeps it under `name`, and returns the body. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which the service checks against its schemas
  record(id: OperationId, name: string, summary: string, call?: Call): Promise<any>;
  recorded: Record<string, RecordedExample[]>;
}

const placeOf = ({ path }: Operation, { params = [], query = '' }: Call) => {
  const left = [...params];
  return path.replaceAll(/\{\w+\}/g, () => left.shift() ?? '') + query;
};

export function createRecorder(api: Api): Recorder {
  const recorded: Record<string, RecordedExample[]> = {};
  return {
    recorded,
    async record(id, name, summary, call = {}) {
      const operation: Operation = operations[id];
      const text = call.body === undefined ? '' : JSON.stringify(call.body);
      const headers = { ...(text ? { 'content-type': 'application/json' } : {}), ...call.headers };
      const place = placeOf(operation, call);
      const { status, body } = text
        ? await api.sendText(operation.method.toUpperCase(), place, text, headers)
        : await api[operation.method === 'delete' ? 'delete' : 'get'](place, headers);
      const example = { name, summary, ...(text ? { request: call.body } : {}), status, answer: body };
      recorded[id] = [...(recorded[id] ?? []), example];
      return body;
    },
  };
}
