import { describe, expect, it } from 'vitest';
import { tenantNamed } from '../../testing/builders.js';
import { createMemoryEmbedder } from './memory-vectors.js';

const [acme, other] = [tenantNamed('acme'), tenantNamed('other')];

describe('the vectors of memories', () => {
  it('are asked for once for each text of a tenant, those that the model knows nothing of too', async () => {
    const asked: (readonly string[])[] = [];
    const embed = createMemoryEmbedder({
      async embed(texts) {
        asked.push(texts);
        return texts.map((text) => (text === 'Two.' ? null : Float32Array.of(text.length)));
      },
    });
    expect(await embed(acme, ['One.', 'Two.', 'One.'])).toEqual([Float32Array.of(4), null, Float32Array.of(4)]);
    expect(await embed(acme, ['Two.', 'Three.'])).toEqual([null, Float32Array.of(6)]);
    expect(await embed(acme, ['Three.'])).toEqual([Float32Array.of(6)]);
    expect(asked).toEqual([['One.', 'Two.'], ['Three.']]);
    await embed(other, ['One.']);
    expect(asked.at(-1)).toEqual(['One.']);
  });

  it('are asked for again where the model could not be asked', async () => {
    let away = true;
    const embed = createMemoryEmbedder({
      async embed(texts) {
        if (away) throw new Error('away');
        return texts.map(() => Float32Array.of(1));
      },
    });
    await expect(embed(acme, ['One.'])).rejects.toThrow('away');
    away = false;
    expect(await embed(acme, ['One.'])).toEqual([Float32Array.of(1)]);
  });
});
