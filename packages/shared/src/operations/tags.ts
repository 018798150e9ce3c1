export const tags = {
  memories: 'Memories: stored, found, changed, and forgotten with everything that holds their words',
  ingest: 'Texts in, memories out; what became of a text, and the text itself',
  reviews: 'What waits for somebody to decide about it',
  admin: 'For operators: records against index, and jobs that were given up',
  entities: 'Users, agents, teams, projects, and whom and what memories name',
  events: 'What happened, when and by whom',
  relations: 'Edges between entities, artifacts and memories',
  recall: 'What is made of memories: the messages of a turn, the verdict on a claim',
  lifecycle: 'Ageing by rules: promote, distil, expire, archive, and take it back',
  tenant: 'All that a tenant or one of its owners has: out, in, and gone',
  operator: 'For who runs the service: keys and tenants; asked with a key of the scope `operator`',
  system: 'The service itself: health, metrics and this description; none of it needs a tenant',
} as const;
export type Tag = keyof typeof tags;
