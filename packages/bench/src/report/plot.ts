import { axisTicks, placeOn } from './plot-axis.js';

export interface Series {
  name: string;
  /** A control is drawn dashed. */
  isControl?: boolean;
  points: readonly { x: number; y: number }[];
}

export interface Plot {
  title: string;
  x: string;
  y: string;
  series: readonly Series[];
}

const [WIDTH, HEIGHT] = [640, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 616, 44, 330];

/** The colours follow the light or dark theme of the page. */
const style = `
  text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: #ddd } .line { fill: none; stroke-width: 2 } .control { stroke-dasharray: 6 4 }
  .s0 { stroke: #0b62c4; fill: #0b62c4 } .s1 { stroke: #b3430e; fill: #b3430e }
  .s2 { stroke: #1d7a3e; fill: #1d7a3e } .s3 { stroke: #7a3fa8; fill: #7a3fa8 } .back { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .grid { stroke: #444 } .back { fill: #161616 }
    .s0 { stroke: #6cb2ff; fill: #6cb2ff } .s1 { stroke: #ff9a62; fill: #ff9a62 }
    .s2 { stroke: #6fd596; fill: #6fd596 } .s3 { stroke: #cf9cf5; fill: #cf9cf5 }
  }
  path.line { fill: none }`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const label = (x: number, y: number, text: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${more}>${escaped(text)}</text>`;
const rule = (x1: number, y1: number, x2: number, y2: number) =>
  `<line class="grid" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}"/>`;

const horizontal = (ticks: readonly number[]) => placeOn(ticks, LEFT, RIGHT);
const vertical = (ticks: readonly number[]) => placeOn(ticks, BOTTOM, TOP);

function drawAxes(xs: readonly number[], ys: readonly number[], { title, x, y }: Plot): string[] {
  const [across, up] = [horizontal(xs), vertical(ys)];
  return [
    ...xs.map((tick) => rule(across(tick), TOP, across(tick), BOTTOM)),
    ...xs.map((tick) => label(across(tick), BOTTOM + 18, tick.toLocaleString('en-GB'), ' text-anchor="middle"')),
    ...ys.map((tick) => rule(LEFT, up(tick), RIGHT, up(tick))),
    ...ys.map((tick) => label(LEFT - 8, up(tick) + 4, tick.toLocaleString('en-GB'), ' text-anchor="end"')),
    label(LEFT, 24, title, ' class="title"'),
    label((LEFT + RIGHT) / 2, BOTTOM + 38, x, ' text-anchor="middle"'),
    label(16, (TOP + BOTTOM) / 2, y, ` text-anchor="middle" transform="rotate(-90 16 ${(TOP + BOTTOM) / 2})"`),
  ];
}

function drawSeries(
  { name, isControl, points }: Series,
  at: number,
  place: (x: number, y: number) => [number, number],
) {
  const color = `s${at % 4}`;
  const dashed = isControl ? ' control' : '';
  const placed = points.map(({ x, y }) => place(x, y).map((value) => value.toFixed(1)));
  const legend = LEFT + at * 138;
  return [
    `<path class="line ${color}${dashed}" d="M${placed.map((pair) => pair.join(' ')).join('L')}"/>`,
    ...placed.map(([x, y]) => `<circle class="${color}" cx="${x}" cy="${y}" r="3"/>`),
    `<path class="line ${color}${dashed}" d="M${legend} 386h24"/>`,
    label(legend + 30, 390, name),
  ];
}

export function drawPlot(plot: Plot): string {
  const all = plot.series.flatMap(({ points }) => points);
  const [xs, ys] = [axisTicks(all.map(({ x }) => x)), axisTicks(all.map(({ y }) => y))];
  const [across, up] = [horizontal(xs), vertical(ys)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(plot.title)}">`,
    `<style>${style}</style>`,
    `<rect class="back" width="${WIDTH}" height="${HEIGHT}"/>`,
    ...drawAxes(xs, ys, plot),
    ...plot.series.flatMap((each, at) => drawSeries(each, at, (x, y) => [across(x), up(y)])),
    '</svg>\n',
  ].join('\n');
}
