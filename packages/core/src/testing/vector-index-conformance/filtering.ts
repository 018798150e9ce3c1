import { describe, expect, it } from 'vitest';
import type { IndexFilter, PointFilters, VectorIndex } from '../../ports/vector-index.js';
import { type Expectations, passes } from './expectations.js';
import { everything, newTenant, point, question } from './points.js';

const noon = new Date('2026-03-01T12:00:00.000Z');
const before = new Date(noon.getTime() - 1);
const after = new Date(noon.getTime() + 1);
const oddTags = ['a "quoted" one', 'back\\slash', 'comma, brace {}', 'NULL', 'naïve 💡', "it's"];

const rows: Partial<PointFilters>[] = [
  {},
  { ownerEntityId: 'b7d3e0f4-3c0a-4f57-9a51-3f1f0d7f0001' },
  { ownerEntityId: 'b7d3e0f4-3c0a-4f57-9a51-3f1f0d7f0002', tier: 'semantic', tags: ['red'] },
  { tier: 'short_term', sourceArtifactId: 'b7d3e0f4-3c0a-4f57-9a51-3f1f0d7f0003' },
  { tier: 'semantic', tags: ['red', 'green'], sessionId: 'session one' },
  { sessionId: 'session one', superseded: true },
  { sessionId: "session 'two'", tags: ['Red'] },
  { createdAt: before, tags: ['green'] },
  { createdAt: noon, tags: ['green'] },
  { createdAt: after, superseded: true },
  ...oddTags.map((tag) => ({ tags: ['plain', tag] })),
];
const points = rows.map((filters, place) => point(place, { filters }));

const filters: [string, IndexFilter][] = [
  ['nothing but superseded', { includeSuperseded: false }],
  ['nothing', everything],
  ['owner', { ...everything, ownerEntityId: 'b7d3e0f4-3c0a-4f57-9a51-3f1f0d7f0001' }],
  ['owner or none', { ...everything, owners: ['b7d3e0f4-3c0a-4f57-9a51-3f1f0d7f0001', null] }],
  ['any of two owners', { ...everything, owners: [1, 2].map((last) => `b7d3e0f4-3c0a-4f57-9a51-3f1f0d7f000${last}`) }],
  ['one tier', { ...everything, tiers: ['semantic'] }],
  ['two tiers', { ...everything, tiers: ['semantic', 'short_term'] }],
  ['one tag', { ...everything, tags: ['red'] }],
  ['any of two tags', { ...everything, tags: ['red', 'green'] }],
  ['any of many tags', { ...everything, tags: [...Array.from({ length: 62 }, (_, index) => `${index}`), ...oddTags] }],
  ['artifact', { ...everything, sourceArtifactId: 'b7d3e0f4-3c0a-4f57-9a51-3f1f0d7f0003' }],
  ['session', { ...everything, sessionId: 'session one' }],
  ['session with quotes', { ...everything, sessionId: "session 'two'" }],
  ['created at or after', { ...everything, createdAfter: noon }],
  ['created before', { ...everything, createdBefore: noon }],
  ['created in between', { ...everything, createdAfter: before, createdBefore: after }],
  ['several at once', { includeSuperseded: false, tiers: ['semantic'], tags: ['red'], sessionId: 'session one' }],
  ...oddTags.map((tag): [string, IndexFilter] => [`the tag ${tag}`, { ...everything, tags: [tag] }]),
];

export function filterSuite(index: () => VectorIndex, { expectLists }: Expectations): void {
  describe('filter', () => {
    it.each(filters)('by %s loses nothing', async (_name, filter) => {
      const tenant = newTenant();
      await index().apply(tenant, points);
      expect(points.some((one) => passes(filter, one.filters))).toBe(true);
      for (const m of [3, 100]) {
        const lists = await index().lists(tenant, question(), filter, m);
        expectLists(lists, { points, question: question(), filter, m });
      }
    });

    it('follows a point that changes', async () => {
      const tenant = newTenant();
      const filter: IndexFilter = { includeSuperseded: false, tags: ['late'] };
      await index().apply(tenant, [point(1, { filters: { superseded: true } })]);
      const changed = point(1, { version: 2, filters: { tags: ['late'] } });
      await index().apply(tenant, [changed]);
      const lists = await index().lists(tenant, question(), filter, 10);
      expectLists(lists, { points: [changed], question: question(), filter, m: 10 });
    });
  });
}
