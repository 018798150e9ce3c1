import type { Proposal } from './calibrate.js';
import type { QualityReport } from './measure.js';
import type { Metrics } from './metrics.js';

const percent = (value: number) => (100 * value).toFixed(1).padStart(6);

const line = (name: string, metrics: Metrics) =>
  [
    name.padEnd(24),
    percent(metrics.recall5),
    percent(metrics.recall10),
    percent(metrics.recall20),
    percent(metrics.ndcg10),
    percent(metrics.reciprocalRank),
  ].join(' ');

const heading = (name: string) => `${name.padEnd(24)}    r@5   r@10   r@20   nDCG    MRR`;

const categoryNames = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop'];

export function reportLines({ embedder, memories, questions, methods, gain }: QualityReport): string[] {
  const rows = methods.flatMap(({ name, overall, byCategory }) => [
    line(name, overall),
    ...byCategory.map((row) =>
      line(`  ${categoryNames[row.category] ?? row.category} (${row.questions})`, row.metrics),
    ),
  ]);
  const [mean, low, high] = [gain.mean, gain.low, gain.high].map((value) => (100 * value).toFixed(1));
  return [
    `${embedder}: ${questions} questions over ${memories} memories`,
    heading('percent'),
    ...rows,
    'service: over HTTP, k 20, so that what comes later adds nothing to its MRR; the others inside this process, over all memories',
    `formula less words alone, recall@10: ${mean} points (95 %: ${low} to ${high})`,
  ];
}

export function proposalLines({ lo, hi, byAlpha }: Proposal): string[] {
  const rows = byAlpha.map(({ alpha, metrics }) => line(`alpha ${alpha}`, metrics));
  return [`proposed lo ${lo.toFixed(2)}, hi ${hi.toFixed(2)}`, heading('with these, percent'), ...rows];
}
