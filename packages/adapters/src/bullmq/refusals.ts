/** A server that answers a PING may still take no job. The first word of its error says why. */
const refusals: Record<string, string> = {
  OOM: 'is out of memory: it takes no more jobs until maxmemory is raised or keys are removed',
  READONLY: 'is read-only: it is a replica, or was made one',
  LOADING: 'is loading its data',
  MISCONF: 'refuses writes, because it cannot write its file',
  NOREPLICAS: 'refuses writes, because too few replicas are there',
  CLUSTERDOWN: 'refuses writes, because its cluster is not complete',
  MASTERDOWN: 'refuses to answer, because its primary is down',
  NOAUTH: 'asks for a password, which REDIS_URL does not name',
  NOPERM: 'does not let this user write',
};

/** What the server refuses writes for; null where it is something else. A script's error names it further back. */
export function refusalIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const word = error.message.split(/[^A-Z]/).find((each) => Object.hasOwn(refusals, each));
  return (word === undefined ? null : refusals[word]) ?? null;
}
