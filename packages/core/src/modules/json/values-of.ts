import { membersOf } from '@hippocamp/shared/members';

/** Members and elements at all levels; an empty object or list counts as one, as for those who read it. */
export function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = membersOf(value);
  return members.reduce((sum: number, member) => sum + valuesOf(member), Math.max(1, members.length));
}
