/** An object whose members are made when they are first asked for, each once. */
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
