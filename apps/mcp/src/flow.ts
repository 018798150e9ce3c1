import type { Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';

export interface FlowBounds {
  /** Requests that are worked on at once. */
  unanswered: number;
  /** Bytes of answers that nobody has read yet, above which no request begins. */
  held: number;
}

const BOUNDS: FlowBounds = { unanswered: 100, held: 4 * 1024 * 1024 };

/** Lets lines in one by one, so that a client which sends many or reads none holds up nobody else and fills no memory. */
export interface Flow {
  /** Resolves at a later turn of the event loop; for a request once there is room. False if none is to come. */
  admit(line: Buffer): Promise<boolean>;
  /** The same transport, whose requests and answers are counted. */
  counted(transport: Transport): Transport;
  /** Nothing waits any longer. */
  end(): void;
}

const isRequest = (line: Buffer): boolean => {
  try {
    const message: unknown = JSON.parse(line.toString('utf8'));
    return typeof message === 'object' && message !== null && 'method' in message && 'id' in message;
  } catch {
    return false;
  }
};

/** It is answered at once by a notification, and lasts as long as the connection. */
const LASTING = 'subscriptions/listen';

/** Counts by id, since a client may give several requests the same one. */
function createUnanswered() {
  const counts = new Map<RequestId, number>();
  let all = 0;

  const add = (id: RequestId, change: 1 | -1) => {
    const count = (counts.get(id) ?? 0) + change;
    if (count < 0) return;
    all += change;
    if (count > 0) counts.set(id, count);
    else counts.delete(id);
  };

  return {
    count: () => all,
    received(message: JSONRPCMessage) {
      if (!('method' in message)) return;
      if ('id' in message) {
        if (message.method !== LASTING) add(message.id, 1);
      } else if (message.method === 'notifications/cancelled') {
        // It gets no answer any more.
        add(message.params?.requestId as RequestId, -1);
      }
    },
    sent(message: JSONRPCMessage) {
      if (!('method' in message) && message.id !== undefined) add(message.id, -1);
    },
  };
}

export function createFlow(output: Writable, most = BOUNDS): Flow {
  const unanswered = createUnanswered();
  let ended = false;
  let wake = () => {};
  output.on('drain', () => wake());

  const hasRoom = () => unanswered.count() < most.unanswered && output.writableLength < most.held;

  const counted = (transport: Transport): Transport => {
    const outer: Transport = {
      start() {
        transport.onmessage = (message, extra) => {
          unanswered.received(message);
          outer.onmessage?.(message, extra);
        };
        transport.onerror = (error) => outer.onerror?.(error);
        transport.onclose = () => outer.onclose?.();
        return transport.start();
      },
      send(message, options) {
        const sending = transport.send(message, options);
        unanswered.sent(message);
        wake();
        return sending;
      },
      close: () => transport.close(),
    };
    return outer;
  };

  return {
    async admit(line) {
      await new Promise((resolve) => setImmediate(resolve));
      // Only requests are answered: a notification that ends one must not wait for it.
      if (hasRoom() || !isRequest(line)) return true;
      while (!hasRoom() && !ended) await new Promise<void>((resolve) => (wake = resolve));
      return hasRoom();
    },
    counted,
    end() {
      ended = true;
      wake();
    },
  };
}
