import { describe, expect, it } from 'vitest';
import type { EmbedderMeasures } from '../../ports/embedder.js';
import { NOON, newMemory } from '../builders.js';
import type { Stage } from './stage.js';

const bytes = (...values: number[]) => Uint8Array.from(values);

export function vectorsSuite(stage: Stage): void {
  describe('vectors of memories', () => {
    const kept = async () => {
      const { own, tenant } = stage.tenant();
      const [first, second] = [stage.ids.next(), stage.ids.next()] as const;
      await own.memories.insert([newMemory(first), newMemory(second)]);
      await own.vectors.put('model', [
        { memoryId: first, textHash: 'a', vector: bytes(1, 255) },
        { memoryId: second, textHash: 'b', vector: null },
      ]);
      return { own, tenant, first, second };
    };

    it('are kept by memory and embedder, and replaced by those of a later text', async () => {
      const { own, first, second } = await kept();
      const ids = [first, second, stage.ids.next()];
      const found = await own.vectors.get('model', ids);
      expect([...found.keys()].sort()).toEqual([first, second].sort());
      expect({ ...found.get(first), vector: [...(found.get(first)?.vector ?? [])] }).toEqual({
        memoryId: first,
        textHash: 'a',
        vector: [1, 255],
      });
      expect(found.get(second)).toEqual({ memoryId: second, textHash: 'b', vector: null });
      expect((await own.vectors.get('another', ids)).size).toBe(0);
      await own.vectors.put('model', [{ memoryId: first, textHash: 'c', vector: bytes(7) }]);
      expect((await own.vectors.get('model', [first])).get(first)?.textHash).toBe('c');
      expect((await stage.tenant().own.vectors.get('model', ids)).size).toBe(0);
    });

    it('go when their memory is buried, and are not kept after it', async () => {
      const { own, tenant, first, second } = await kept();
      await own.memories.bury([first], NOON);
      await own.vectors.put('model', [{ memoryId: first, textHash: 'a', vector: bytes(1) }]);
      expect([...(await own.vectors.get('model', [first, second])).keys()]).toEqual([second]);
      await own.erasure.removeEverything(100);
      expect(await stage.dump()).not.toContain(`(${tenant},`);
    });

    it('go when what came before their memory is taken out of it', async () => {
      const { own } = stage.tenant();
      const [source, drawn] = [stage.ids.next(), stage.ids.next()] as const;
      await own.memories.insert([
        newMemory(source),
        newMemory(drawn, { context: 'Before.', contextSourceIds: [source] }),
      ]);
      await own.vectors.put('model', [{ memoryId: drawn, textHash: 'a', vector: bytes(1) }]);
      await own.memories.bury([source], NOON);
      expect((await own.vectors.get('model', [drawn])).size).toBe(0);
    });
  });

  describe('the active embedder', () => {
    it('is who was first, until another is activated', async () => {
      const { embedders } = stage.records;
      const [words, local] = [
        { id: 'words', dimensions: 512 },
        { id: 'local', dimensions: 192 },
      ];
      expect(await embedders.active()).toBeNull();
      const decided = await Promise.all([embedders.decide(words, NOON), embedders.decide(local, NOON)]);
      expect(decided[0]).toEqual(decided[1]);
      await embedders.activate(local, NOON);
      expect(await embedders.decide(words, NOON)).toEqual(local);
      expect(await embedders.active()).toEqual(local);
    });

    it('keeps what was measured first, by its id', async () => {
      const { embedders } = stage.records;
      const measures = (lo: number): EmbedderMeasures => ({
        calibration: { lo, hi: 0.88, same: 0.94, alpha: 0.4, contextShare: 0.3, scale: { doubtful: 0.3, clear: 0.7 } },
        prefixes: { question: 'query: ', memory: '' },
      });
      expect(await embedders.measures('served')).toBeNull();
      expect(await embedders.keepMeasures('served', measures(0.75), NOON)).toEqual(measures(0.75));
      expect(await embedders.keepMeasures('served', measures(0.5), NOON)).toEqual(measures(0.75));
      expect(await embedders.measures('served')).toEqual(measures(0.75));
      expect(await embedders.measures('another')).toBeNull();
    });
  });
}
