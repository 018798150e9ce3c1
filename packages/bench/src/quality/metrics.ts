/** Each is 0..1, 1 is best. */
export interface Metrics {
  recall5: number;
  recall10: number;
  recall20: number;
  ndcg10: number;
  reciprocalRank: number;
}

const noMetrics: Metrics = { recall5: 0, recall10: 0, recall20: 0, ndcg10: 0, reciprocalRank: 0 };

const recall = (ranks: readonly number[], relevant: number, k: number) =>
  ranks.filter((rank) => rank <= k).length / relevant;

const discount = (rank: number) => 1 / Math.log2(rank + 1);

/** Binary gains, normalised by the best order (Järvelin and Kekäläinen 2002). */
const ndcg = (ranks: readonly number[], relevant: number, k: number): number => {
  const gained = ranks.filter((rank) => rank <= k).reduce((sum, rank) => sum + discount(rank), 0);
  const best = Array.from({ length: Math.min(k, relevant) }, (_, index) => discount(index + 1));
  return gained / best.reduce((sum, gain) => sum + gain, 0);
};

/** `ranks` are those of all answering memories, from 1; at least one. */
export function metricsOf(ranks: readonly number[]): Metrics {
  return {
    recall5: recall(ranks, ranks.length, 5),
    recall10: recall(ranks, ranks.length, 10),
    recall20: recall(ranks, ranks.length, 20),
    ndcg10: ndcg(ranks, ranks.length, 10),
    reciprocalRank: 1 / Math.min(...ranks),
  };
}

/** Zeros for no questions. */
export function meanOf(all: readonly Metrics[]): Metrics {
  const mean = { ...noMetrics };
  for (const name of Object.keys(mean) as (keyof Metrics)[]) {
    for (const metrics of all) mean[name] += metrics[name] / all.length;
  }
  return mean;
}
