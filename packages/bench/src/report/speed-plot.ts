import { summarise } from '../measure/percentiles.js';
import type { SpeedCell } from '../parts/speed/cells.js';
import type { Speed } from '../parts/speed/speed.js';
import { drawPlot, type Series } from './plot.js';
import { controlTime, latenciesOf } from './speed-section.js';

export function speedPlot({ cells, controls }: Speed): string {
  const alone = cells.filter(({ tenants, weights }) => tenants === 1 && weights === 'default');
  const line = (name: string, y: (cell: SpeedCell) => number | null): Series => ({
    name,
    points: alone.flatMap((cell) => {
      const value = y(cell);
      return value === null ? [] : [{ x: cell.memories, y: value }];
    }),
  });
  const control: Series = {
    name: 'scan and read alone',
    isControl: true,
    points: controls.filter(({ tenants }) => tenants === 1).map((each) => ({ x: each.memories, y: controlTime(each) })),
  };
  return drawPlot({
    title: 'A query of one tenant by its memories, embedded',
    x: 'memories of the tenant',
    y: 'ms',
    series: [
      line('query p50', (cell) => summarise(latenciesOf(cell)).p50),
      line('query p95', (cell) => summarise(latenciesOf(cell)).p95),
      control,
    ],
  });
}
