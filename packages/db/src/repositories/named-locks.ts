import type { HeldLock, NamedLocks } from '@hippocamp/core/ports/records';
import type { Database } from './database.js';

async function take(
  database: Database,
  name: string,
  { token, holder }: Parameters<NamedLocks['take']>[1],
  { now, until }: Parameters<NamedLocks['take']>[2],
): Promise<HeldLock | null> {
  const taken = await database.$executeRaw`
    insert into holds (name, token, holder, since, until)
    values (${name}, ${token}::uuid, ${holder}, ${now}::timestamptz, ${until}::timestamptz)
    on conflict (name) do update set
      token = excluded.token, holder = excluded.holder, until = excluded.until,
      since = case when holds.token = excluded.token then holds.since else excluded.since end
    where holds.token = excluded.token or holds.until <= ${now}::timestamptz`;
  if (taken > 0) return null;
  const held = await database.hold.findFirst({
    where: { name },
    select: { token: true, holder: true, since: true, until: true },
  });
  // Released between the two statements.
  return held ?? take(database, name, { token, holder }, { now, until });
}

export const createNamedLocks = (database: Database): NamedLocks => ({
  take: (name, by, times) => take(database, name, by, times),
  async release(name, token) {
    await database.hold.deleteMany({ where: { name, token } });
  },
});
