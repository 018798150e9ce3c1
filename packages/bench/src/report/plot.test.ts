import { describe, expect, it } from 'vitest';
import { drawPlot } from './plot.js';
import { axisTicks, placeOn } from './plot-axis.js';

describe('a logarithmic axis', () => {
  it('goes from the power of ten below all values to the one above', () => {
    expect(axisTicks([100, 10_000])).toEqual([100, 1000, 10_000]);
    expect(axisTicks([3, 42])).toEqual([1, 10, 100]);
    expect(axisTicks([0.5])).toEqual([0.1, 1]);
    expect(axisTicks([1000])).toEqual([1000, 10_000]);
  });

  it('places values by their logarithms, in either direction', () => {
    expect(placeOn([1, 10, 100], 0, 200)(10)).toBeCloseTo(100);
    expect(placeOn([1, 10, 100], 300, 100)(100)).toBeCloseTo(100);
  });
});

describe('a plot', () => {
  const plot = {
    title: 'Times < 1 & more',
    x: 'memories',
    y: 'ms',
    series: [
      { name: 'p50', points: [100, 10_000].map((x) => ({ x, y: x / 100 })) },
      { name: 'control', isControl: true, points: [{ x: 100, y: 1 }] },
    ],
  };
  const svg = drawPlot(plot);

  it('has a line and its points for each series, the control dashed', () => {
    expect(svg).toContain('d="M64.0 330.0L616.0 44.0"');
    expect(svg.match(/<circle/g)).toHaveLength(3);
    expect(svg.match(/class="line s1 control"/g)).toHaveLength(2);
  });

  it('is well-formed whatever it is called, and has colours for both themes', () => {
    expect(svg).toContain('Times &lt; 1 &amp; more');
    expect(svg).toContain('prefers-color-scheme: dark');
  });
});
