/** Does the work of each `who` one after the other, in the order in which it was given. */
export type InOrder = <Result>(who: string, work: () => Promise<Result>) => Promise<Result>;

export function createInOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>();
  return (who, work) => {
    const result = (last.get(who) ?? Promise.resolve()).then(work);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(who, over);
    void over.then(() => {
      if (last.get(who) === over) last.delete(who);
    });
    return result;
  };
}
