export type Method = (...parameters: never[]) => Promise<unknown>;
type Member = Method | { [name: string]: Member };

/** The same methods, those of members too, each with something around it. */
export function around<Methods extends object>(methods: Methods, wrap: (method: Method) => Method): Methods {
  const wrapped = Object.entries(methods).map(([name, member]: [string, Member]) => [
    name,
    typeof member === 'function' ? wrap(member) : around(member, wrap),
  ]);
  return Object.fromEntries(wrapped) as Methods;
}
