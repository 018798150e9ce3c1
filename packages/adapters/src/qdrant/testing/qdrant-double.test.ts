import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startQdrantDouble } from './qdrant-double.js';

const double = await startQdrantDouble();
afterAll(() => double.stop());

async function collections(headers: Record<string, string>) {
  const asked = request(`${double.url}/collections`, { headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { coding: answer.headers['content-encoding'], bytes: Buffer.concat(chunks) };
}

const none = { result: { collections: [] }, status: 'ok', time: 0 };

describe('the double', () => {
  it.each(['gzip', 'gzip, deflate', 'br, gzip'])('compresses when asked to: %s', async (accepted) => {
    const { coding, bytes } = await collections({ 'accept-encoding': accepted });
    expect(coding).toBe('gzip');
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(none);
  });

  it.each([undefined, 'identity'])('does not unless asked to: %s', async (accepted) => {
    const { coding, bytes } = await collections(accepted ? { 'accept-encoding': accepted } : {});
    expect(coding).toBeUndefined();
    expect(JSON.parse(bytes.toString())).toEqual(none);
  });

  it('is asked to by fetch', async () => {
    const answer = await fetch(`${double.url}/collections`);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toEqual(none);
  });
});
