/** The paths of all members with their kinds, `[]` for any item of a list: the outline without the values. */
export function membersOf(value: unknown): string[] {
  const found = new Set<string>();
  const look = (one: unknown, path: string) => {
    if (Array.isArray(one)) for (const item of one) look(item, `${path}[]`);
    else if (typeof one === 'object' && one !== null)
      for (const [name, member] of Object.entries(one)) look(member, `${path}.${name}`);
    else found.add(`${path}: ${one === null ? 'null' : typeof one}`);
  };
  look(value, '');
  return [...found].sort();
}
