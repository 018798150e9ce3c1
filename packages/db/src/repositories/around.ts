import { lazily } from '@hippocamp/core/modules/lazily';

export type Method = (...parameters: never[]) => Promise<unknown>;
type Member = Method | { [name: string]: Member };

/** The same methods, those of members too, each with something around it; of a member that nobody asks for nothing is made. */
export function around<Methods extends object>(methods: Methods, wrap: (method: Method) => Method): Methods {
  const wrapped = (name: string) => () => {
    const member = Reflect.get(methods, name) as Member;
    return typeof member === 'function' ? wrap(member) : around(member, wrap);
  };
  return lazily(Object.fromEntries(Object.keys(methods).map((name) => [name, wrapped(name)]))) as Methods;
}
