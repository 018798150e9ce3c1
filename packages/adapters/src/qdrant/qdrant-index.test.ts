import { vectorIndexConformance } from '@hippocamp/core/testing/vector-index-conformance';
import {
  everything,
  model,
  newTenant,
  noTerms,
  point,
  question,
} from '@hippocamp/core/testing/vector-index-conformance/points';
import { afterAll, describe, expect, it } from 'vitest';
import { openIndex } from './testing/index-under-test.js';
import { startQdrantDouble } from './testing/qdrant-double.js';

// biome-ignore-start lint/style/noProcessEnv: what is given to the tests has no other way in
const openApiPath = process.env.QDRANT_OPENAPI;
const givenUrl = process.env.QDRANT_URL;
const apiKey = process.env.QDRANT_API_KEY;
// biome-ignore-end lint/style/noProcessEnv: what is given to the tests has no other way in

const double = await startQdrantDouble({ openApiPath });
const earlier = await startQdrantDouble({ openApiPath, version: '1.18.3', keepsVectors: true });
afterAll(() => Promise.all([double.stop(), earlier.stop()]));

vectorIndexConformance('Qdrant, a double', async () => openIndex(double.url));
vectorIndexConformance('Qdrant before 1.19, a double', async () => openIndex(earlier.url));

function* filtersIn(body: unknown): Generator<unknown> {
  if (typeof body !== 'object' || body === null) return;
  for (const [key, member] of Object.entries(body)) {
    if (key === 'filter' || key === 'update_filter') yield member;
    else yield* filtersIn(member);
  }
}

describe('the requests of the adapter', () => {
  it('filter by the tenant first', () => {
    const filters = double.requests.flatMap(({ body }) => [...filtersIn(body)]);
    expect(filters.length).toBeGreaterThan(100);
    const tenantFirst = { must: expect.arrayContaining([{ key: 'tenant_id', match: { value: expect.any(String) } }]) };
    for (const filter of filters) expect(filter).toEqual(tenantFirst);
  });

  it('search only with a filter', () => {
    const searches = double.requests.flatMap(
      ({ body }) => (body as { searches?: object[] } | undefined)?.searches ?? [],
    );
    expect(searches.length).toBeGreaterThan(100);
    for (const search of searches) expect(search).toHaveProperty('filter');
  });

  it('do not let it compress its answers', () => {
    const accepted = [...double.requests, ...earlier.requests].map(({ headers }) => headers['accept-encoding']);
    expect(new Set(accepted)).toEqual(new Set(['identity']));
  });

  it("fit Qdrant's OpenAPI document, where it is at hand", () => {
    expect(double.requests.length).toBeGreaterThan(100);
    expect([...double.violations, ...earlier.violations]).toEqual([]);
  });
});

describe('the Qdrant index', () => {
  it('makes one request for all lists, and none for a question of nothing', async () => {
    const { index } = openIndex(double.url);
    await index.ensure(model);
    const before = double.requests.length;
    await index.lists(newTenant(), question(), everything, 10);
    expect(double.requests.length).toBe(before + 1);
    await index.lists(newTenant(), { dense: null, sparse: noTerms }, everything, 10);
    expect(double.requests.length).toBe(before + 1);
  });

  it.each([false, true])('searches exactly unless vectors are quantised, and says so: %s', async (quantised) => {
    const { index } = openIndex(double.url, { quantised });
    await index.ensure(model);
    const lists = await index.lists(newTenant(), question(), everything, 10);
    expect(lists.exact).toBe(!quantised);
    const exactly = { params: { exact: true } };
    const dense = quantised ? { params: { exact: false, quantization: { rescore: true } } } : exactly;
    expect(double.requests.at(-1)?.body).toMatchObject({ searches: [dense, exactly, exactly] });
    const made = double.requests.filter(({ body }) => body && 'sparse_vectors' in (body as object)).at(-1);
    const kept = { on_disk: true, quantization_config: { scalar: { type: 'int8' } } };
    if (quantised) expect(made?.body).toMatchObject({ vectors: { dense: kept } });
    else expect(JSON.stringify(made?.body)).not.toContain('quantization');
  });

  it('scores any number of ids', async () => {
    const { index } = openIndex(double.url);
    await index.ensure(model);
    const tenant = newTenant();
    const points = Array.from({ length: 2_100 }, (_, place) => point(place));
    await index.apply(tenant, points);
    const ids = points.map(({ id }) => id);
    expect([...(await index.scores(tenant, question(), ids)).keys()].sort()).toEqual(ids);
  });
});

if (givenUrl) vectorIndexConformance('Qdrant, a given server', async () => openIndex(givenUrl, { apiKey }));
