import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The control: a server that does nothing, so its times are those of the machine. */
const server = createServer((_request, response) => void response.end('{"status":"alive"}'));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit(0));
