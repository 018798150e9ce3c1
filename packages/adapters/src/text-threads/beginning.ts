/** When a thread took a task up, in memory that both sides see: ms since 1970, 0 before. */
export type Begun = Float64Array<SharedArrayBuffer>;

/** What goes to a thread. */
export interface ThreadTask {
  begun: Begun;
  task: unknown;
}

/** A thread that does not start within so many deadlines never will. */
const STARTING = 6;

export const notBegun = (): Begun => new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

/** What a thread exports as `answer`: it says when it begins. */
export function answering<Task>(answer: (task: Task) => unknown): (given: ThreadTask) => unknown {
  return ({ begun, task }) => {
    begun[0] = Date.now();
    return answer(task as Task);
  };
}

/** Aborts `deadline` ms after a task was begun, or when its thread never begins it. */
export function startWatch(begun: Begun, deadline: number): { signal: AbortSignal; end(): void } {
  const late = new AbortController();
  const since = Date.now();
  const left = () => {
    const [at = 0] = begun;
    return at > 0 ? at + deadline - Date.now() : since + STARTING * deadline - Date.now();
  };
  const look = () => {
    if (left() <= 0) late.abort();
    else timer = setTimeout(look, Math.min(left(), deadline));
  };
  let timer = setTimeout(look, deadline);
  return { signal: late.signal, end: () => clearTimeout(timer) };
}
