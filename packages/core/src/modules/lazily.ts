/** Makes each member when it is first read. */
export function lazily<Members extends object>(makers: { [Name in keyof Members]: () => Members[Name] }): Members {
  const made = {} as Members;
  for (const name of Object.keys(makers) as (keyof Members)[]) {
    const always = { configurable: true, enumerable: true };
    Object.defineProperty(made, name, {
      ...always,
      get() {
        const value = makers[name]();
        Object.defineProperty(made, name, { ...always, value });
        return value;
      },
    });
  }
  return made;
}

export type Method = (...parameters: never[]) => Promise<unknown>;

/** Wraps all methods, also those of members. `own` replaces members. */
export function around<Port extends object>(
  port: Port,
  wrap: (method: Method) => Method,
  own: Partial<Port> = {},
): Port {
  const made = (name: string) => () => {
    if (name in own) return Reflect.get(own, name);
    const member: unknown = Reflect.get(port, name);
    if (typeof member === 'function') return wrap((...parameters) => member.apply(port, parameters));
    return typeof member === 'object' && member !== null ? around(member, wrap) : member;
  };
  return lazily(Object.fromEntries(Object.keys(port).map((name) => [name, made(name)]))) as Port;
}
