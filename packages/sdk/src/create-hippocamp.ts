import { type CallOperation, createCaller } from './caller.js';
import type { Hippocamp } from './client.js';
import { createSend } from './http/send.js';
import { methodsOf } from './methods.js';
import { type HippocampOptions, portsOf, settingsOf } from './options.js';
import { places } from './places.js';
import { type Ports, platform } from './ports.js';

/** A client of the service at `baseUrl`. `given` is for tests, which hold the time. */
export function createHippocamp(options: HippocampOptions, given: Ports = platform): Hippocamp {
  const ports = portsOf(given, options);
  const caller = createCaller(createSend(settingsOf(options), ports), ports);
  const call: CallOperation = (operation, request = {}, callOptions = {}) =>
    caller.call(operation, request, callOptions) as ReturnType<CallOperation>;
  return {
    ...(methodsOf(caller, places) as Hippocamp),
    call,
    forTenant: (tenant) => createHippocamp({ ...options, tenant }, given),
  };
}
