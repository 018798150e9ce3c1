import { connect, createServer, type Socket } from 'node:net';

/** What a connection through the proxy meets. */
export type Weather =
  /** Bytes pass. */
  | { kind: 'clear' }
  /** Bytes pass after so many ms. */
  | { kind: 'slow'; milliseconds: number }
  /** Connections are refused, and those that are open are cut. */
  | { kind: 'down' }
  /** Connections stay and open, and nothing comes through until the weather changes, as when packets are lost on the way. */
  | { kind: 'silent' }
  /** The next answer is cut off after what was asked has been done: how many answers more. */
  | { kind: 'drop answers'; left: number };

export interface TcpProxy {
  /** The URL of the engine, through the proxy. */
  url: string;
  set(weather: Weather): void;
  close(): Promise<void>;
}

interface Lane {
  client: Socket;
  server: Socket;
}

/** Stands between the service and an engine of any protocol. */
export async function startTcpProxy(engineUrl: string): Promise<TcpProxy> {
  const target = new URL(engineUrl);
  const lanes = new Set<Lane>();
  let weather: Weather = { kind: 'clear' };

  const cut = (lane: Lane) => {
    lanes.delete(lane);
    lane.client.destroy();
    lane.server.destroy();
  };

  const hold = ({ client, server: engine }: Lane) => {
    for (const socket of [client, engine]) socket.pause();
  };

  const carry = (to: Socket, bytes: Buffer) => {
    if (weather.kind !== 'slow') {
      to.write(bytes);
      return;
    }
    // In order: each timer of the same length fires after the one before it.
    setTimeout(() => to.writable && to.write(bytes), weather.milliseconds);
  };

  const answer = (lane: Lane, bytes: Buffer) => {
    if (weather.kind !== 'drop answers' || weather.left === 0) return carry(lane.client, bytes);
    weather.left -= 1;
    cut(lane);
  };

  const server = createServer((client) => {
    if (weather.kind === 'down') {
      client.resetAndDestroy();
      return;
    }
    const lane: Lane = { client, server: connect(Number(target.port), target.hostname) };
    lanes.add(lane);
    client.on('data', (bytes: Buffer) => carry(lane.server, bytes));
    lane.server.on('data', (bytes: Buffer) => answer(lane, bytes));
    for (const socket of [client, lane.server]) {
      // As the engines and their clients do: else the end of a longer answer waits 40 ms for a receipt of its beginning.
      socket.setNoDelay(true);
      socket.on('error', () => cut(lane));
      socket.on('close', () => cut(lane));
    }
    if (weather.kind === 'silent') hold(lane);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no port');
  const url = new URL(engineUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);

  return {
    url: url.href,
    set(next) {
      weather = next;
      for (const lane of [...lanes]) {
        if (next.kind === 'down') cut(lane);
        else if (next.kind === 'silent') hold(lane);
        else for (const socket of [lane.client, lane.server]) socket.resume();
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const lane of [...lanes]) cut(lane);
        server.close(() => resolve());
      }),
  };
}
