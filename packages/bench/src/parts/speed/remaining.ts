export function createRemaining(all: number, now: () => number = performance.now.bind(performance)) {
  const start = now();
  let done = 0;
  return (more: number): string => {
    done += more;
    const left = ((now() - start) / 1000 / done) * (all - done);
    return `${done} of ${all} memories, ${Math.ceil(left)} s left`;
  };
}
