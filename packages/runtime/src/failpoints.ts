import { Problem } from '@hippocamp/shared/problems';

/** For tests, such as `index.apply:after:kill:2` or `records.transaction:before:hang`. */
export interface Failpoint {
  /** `port.method` or `port.member.method`; repositories of a tenant count as `records`. */
  method: string;
  when: 'before' | 'after';
  action: 'kill' | 'throw' | 'outage' | 'hang';
  call: number;
}

const pattern = /^([\w.]+):(before|after):(kill|throw|outage|hang)(?::(\d{1,6}))?$/;

export function readFailpoint(text: string): Failpoint | null {
  const [, method, when, action, call] = pattern.exec(text) ?? [];
  if (!method) return null;
  return { method, when: when as Failpoint['when'], action: action as Failpoint['action'], call: Number(call ?? 1) };
}

const actions: Record<Failpoint['action'], () => Promise<void>> = {
  kill: async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  },
  throw: async () => {
    throw new Error('failpoint');
  },
  outage: async () => {
    throw new Problem('dependency-unavailable', 'An engine is away, for a test.', { retryAfter: 1 });
  },
  hang: () => new Promise(() => undefined),
};

type Method = (...parameters: unknown[]) => unknown;

export function withFailpoint<Wrapped extends { [Name in keyof Wrapped]: object }>(
  ports: Wrapped,
  failpoint: Failpoint | undefined,
): Wrapped {
  if (!failpoint) return ports;
  let calls = 0;

  const passing = async (name: string, when: Failpoint['when']) => {
    if (name !== failpoint.method || when !== failpoint.when) return;
    calls += 1;
    if (calls === failpoint.call) await actions[failpoint.action]();
  };

  /** The work of a transaction gets repositories, which are ports too. */
  const wrapParameter = (name: string, parameter: unknown) =>
    name.endsWith('.transaction') && typeof parameter === 'function'
      ? (repositories: object) => (parameter as Method)(wrap('records', repositories))
      : parameter;

  const wrapMethod = (target: object, name: string, method: Method): Method => {
    if (name.endsWith('.forTenant'))
      return (...parameters) => wrap('records', method.apply(target, parameters) as object);
    if (!failpoint.method.startsWith(name) && !name.endsWith('.transaction')) return method.bind(target);
    return async (...parameters) => {
      await passing(name, 'before');
      const result = await method.apply(
        target,
        parameters.map((parameter) => wrapParameter(name, parameter)),
      );
      await passing(name, 'after');
      return result;
    };
  };

  function wrap<Port extends object>(path: string, port: Port): Port {
    return new Proxy(port, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        const name = `${path}.${String(member)}`;
        if (typeof value === 'function') return wrapMethod(target, name, value as Method);
        return typeof value === 'object' && value !== null ? wrap(name, value) : value;
      },
    });
  }

  const wrapped = Object.entries(ports as Record<string, object>).map(([name, port]) => [name, wrap(name, port)]);
  return Object.fromEntries(wrapped) as Wrapped;
}
