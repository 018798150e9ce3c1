import { argv, stdout } from 'node:process';
import { startQdrantDouble } from './qdrant-double.js';

/** The double as a process of its own: `serve.js [port] [OpenAPI document]`. Prints its URL when it listens. */
const [port = '0', openApiPath] = argv.slice(2);
const { url } = await startQdrantDouble({ port: Number(port), openApiPath });
stdout.write(`${url}\n`);
