/** Makes each member when it is first read. */
export function lazily<Members extends object>(makers: { [Name in keyof Members]: () => Members[Name] }): Members {
  return reading(makers, (name) => {
    const make = Reflect.get(makers, name);
    return Object.hasOwn(makers, name) ? make() : make;
  }) as unknown as Members;
}

/** A proxy, because most of what a request is given is never read: it costs nothing to make. */
function reading<Target extends object>(target: Target, make: (name: string) => unknown): Target {
  const made = new Map<string, unknown>();
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'symbol') return Reflect.get(target, name);
      if (!made.has(name)) made.set(name, make(name));
      return made.get(name);
    },
  });
}

export type Method = (...parameters: never[]) => Promise<unknown>;

/** Wraps all methods, also those of members. `own` replaces members, and may add some. */
export function around<Port extends object>(
  port: Port,
  wrap: (method: Method) => Method,
  own: Partial<Port> = {},
): Port {
  return reading(port, (name) => {
    if (Object.hasOwn(own, name)) return Reflect.get(own, name);
    const member: unknown = Reflect.get(port, name);
    if (typeof member === 'function') return wrap((...parameters) => member.apply(port, parameters));
    return typeof member === 'object' && member !== null ? around(member, wrap) : member;
  });
}
