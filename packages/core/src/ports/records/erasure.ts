/** How many things of each kind go with some memories. */
export interface Belongings {
  vectors: number;
  /** Memories that were distilled from others. */
  derived: number;
  history: number;
  relations: number;
  storedAnswers: number;
  undoStates: number;
}

/** Finds and removes what belongs to an owner, or to the tenant as a whole; in parts, so that each transaction is short. */
export interface ErasureRepository {
  /** Live memories of the owner, the newest first: what was distilled comes before its sources. */
  memoriesOf(ownerEntityId: string, limit: number): Promise<string[]>;
  /** Before they are buried. */
  belongings(memoryIds: readonly string[]): Promise<Belongings>;
  /** Takes memories out of the plans of past runs. */
  forgetActions(memoryIds: readonly string[]): Promise<void>;
  /** Artifacts of the owner, at most `limit`. Answers which went. */
  removeArtifacts(ownerEntityId: string, limit: number): Promise<string[]>;
  /** Ingests of the owner with their jobs, at most `limit`. Answers which went, and how many jobs. */
  removeIngests(ownerEntityId: string, limit: number): Promise<{ traceIds: string[]; jobs: number }>;
  /** Reviews of the owner, at most `limit`. Answers how many went. */
  removeReviews(ownerEntityId: string, limit: number): Promise<number>;
  /** Events that the owner is the actor of, at most `limit`. Answers how many went. */
  removeEvents(ownerEntityId: string, limit: number): Promise<number>;
  /** Edges at this node. */
  removeRelationsOf(nodeId: string): Promise<number>;
  /** At most `limit` rows of every table. Answers how many went, by table; only those where some did. */
  removeEverything(limit: number): Promise<Record<string, number>>;
}
