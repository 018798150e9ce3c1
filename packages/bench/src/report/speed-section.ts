import { pool } from '../measure/closed-loop.js';
import { sentLate } from '../measure/open-loop.js';
import { median, summarise } from '../measure/percentiles.js';
import type { SpeedCell } from '../parts/speed/cells.js';
import type { SpeedControl } from '../parts/speed/control.js';
import type { Place } from '../parts/speed/places.js';
import { CONTROL_AIM, type Ratio, ratiosOf } from '../parts/speed/ratios.js';
import type { Speed } from '../parts/speed/speed.js';
import { count, milliseconds } from './format.js';
import type { Section } from './section.js';

const placeCells = ({ memories, tenants }: Place) => [count(memories), count(tenants)];
const isSame = (one: Place) => (other: Place) => one.memories === other.memories && one.tenants === other.tenants;

export const controlTime = ({ paced }: SpeedControl): number => median(paced);

export const latenciesOf = ({ samples }: SpeedCell): number[] => pool(samples).latencies;

/** Ratios are for single tenants; a place of many tenants has no smallest size to compare with. */
const ratioOf = (cell: SpeedCell, { cells, controls }: Speed): Ratio | undefined => {
  const measured = (each: SpeedCell) => {
    const control = controls.find(isSame(each));
    return {
      memories: each.memories,
      p50: median(latenciesOf(each)),
      control: control ? controlTime(control) : Number.NaN,
    };
  };
  const alike = cells.filter(({ weights, tenants }) => weights === cell.weights && tenants === 1);
  return cell.tenants === 1
    ? ratiosOf(alike.map(measured)).find(({ memories }) => memories === cell.memories)
    : ratiosOf([measured(cell)])[0];
};

const ratioCells = (cell: SpeedCell, speed: Speed): string[] => {
  const ratio = ratioOf(cell, speed);
  if (!ratio) return ['–', '–', '–', '–'];
  const { toSmallest, aim, toControl, within } = ratio;
  const control = speed.controls.find(isSame(cell));
  return [
    cell.tenants === 1 ? `${toSmallest.toFixed(1)}×${aim === null ? '' : ` of ${aim}`}` : '–',
    control ? milliseconds(controlTime(control)) : '–',
    `${toControl.toFixed(1)}× of ${CONTROL_AIM}`,
    within ? 'yes' : 'no',
  ];
};

const middleAndMost = (values: readonly number[]) => `${count(median(values))}, ${count(Math.max(...values))}`;

/** Each question as soon as the one before is answered: the service's p50 and the control's. */
const atOnce = (cell: SpeedCell, { controls }: Speed): string => {
  const control = controls.find(isSame(cell));
  return control ? `${milliseconds(median(cell.atOnce.latencies))}, ${milliseconds(median(control.atOnce))}` : '–';
};

const row = (cell: SpeedCell, speed: Speed): string[] => {
  const { n, p50, p95, p99, max } = summarise(latenciesOf(cell));
  return [
    ...placeCells(cell),
    cell.weights,
    cell.rate.toFixed(1),
    String(n),
    ...[p50, p95, p99, max].map(milliseconds),
    ...ratioCells(cell, speed),
    atOnce(cell, speed),
    middleAndMost(cell.work.map(({ rounds }) => rounds)),
    middleAndMost(cell.work.map(({ rowsRead }) => rowsRead)),
    cell.resident === null ? '–' : count(cell.resident),
  ];
};

export function speedSection(speed: Speed): Section {
  const { cells, resident, load } = speed;
  const late = cells.flatMap(({ samples }) => samples).reduce((sum, sample) => sum + sentLate(sample), 0);
  const { failures, firstFailure } = pool(cells.flatMap(({ samples }) => samples));
  return {
    title: 'POST /memories/query, k = 10, in an open loop at a rate that it can serve, from the scheduled time, ms',
    columns: [
      ...['memories', 'tenants', 'weights', 'per s', 'n', 'p50', 'p95', 'p99', 'max', '× p50 of least', 'control p50'],
      ...['× control', 'in aims', 'p50 at once, control', 'rounds, most', 'rows read, most', 'MiB'],
    ],
    rows: cells.map((cell) => row(cell, speed)),
    notes: [
      'The same questions again and again, so that the gateway knows their vectors: no time of embedding is in it. Control: in a thread of its own program one',
      'scan of the same arrays for all three lists, 100 of each, and one read of ten rows of PGlite, at the same rate, after the gateway has stopped. At once: each',
      'question as soon as the one before is answered, when no thread has gone to sleep meanwhile. MiB: resident, of the gateway,',
      `once the tenants of the row and those above were asked; ${resident === null ? '–' : count(resident)} before the first question. Load average ${load.map((each) => each.toFixed(1)).join(' and ')}, before and after.`,
      ...(late > 0 ? [`${late} requests were sent over 5 ms late by the client itself.`] : []),
      ...(failures > 0 ? [`${failures} requests failed; the first: ${firstFailure}`] : []),
    ],
  };
}
