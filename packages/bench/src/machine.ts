import { cpus, loadavg, release, totalmem } from 'node:os';

export function machineLine(): string {
  const all = cpus();
  const gibibytes = (totalmem() / 2 ** 30).toFixed(1);
  const load = loadavg()[0]?.toFixed(1);
  const model = all[0]?.model.trim() ?? 'unknown CPU';
  return `${model}, ${all.length} cores, ${gibibytes} GiB, ${process.platform} ${release()}, Node ${process.version}; load ${load} at the start`;
}
