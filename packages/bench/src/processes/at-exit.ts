const left = new Set<() => void>();

process.once('exit', () => {
  for (const work of left) work();
});

/** Runs `work` when this process ends, unless the returned function is called before. */
export function atExit(work: () => void): () => void {
  left.add(work);
  return () => left.delete(work);
}
