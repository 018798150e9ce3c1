const left = new Set<() => void>();

process.once('exit', () => {
  for (const work of left) work();
});

/** Does `work` when this process ends, unless the function that it gives is called before. */
export function atExit(work: () => void): () => void {
  left.add(work);
  return () => left.delete(work);
}
