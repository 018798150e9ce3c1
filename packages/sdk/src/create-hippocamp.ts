import { functionsByHand } from './by-hand.js';
import { type CallOperation, createCaller } from './caller.js';
import type { Hippocamp, Placed } from './client.js';
import { createSend } from './http/send.js';
import { methodsOf } from './methods.js';
import { type HippocampOptions, portsOf, settingsOf } from './options.js';
import { places } from './places.js';
import { type Ports, platform } from './ports.js';

/** `given` is for tests, which hold the time. */
export function createHippocamp(options: HippocampOptions, given: Ports = platform): Hippocamp {
  const ports = portsOf(given, options);
  const settings = settingsOf(options);
  const caller = createCaller(createSend(settings, ports), ports);
  const call: CallOperation = (operation, request = {}, callOptions = {}) =>
    caller.call(operation, request, callOptions) as ReturnType<CallOperation>;
  const placed = methodsOf(caller, places) as Placed;
  const { ingestAndWait, ingests, lifecycle, tenant } = functionsByHand(caller, ports, settings.timeoutMs);
  return {
    ...placed,
    ingestAndWait,
    ingests: { ...placed.ingests, ...ingests },
    lifecycle: { ...placed.lifecycle, ...lifecycle },
    tenant: { ...placed.tenant, ...tenant },
    call,
    forTenant: (tenantId) => createHippocamp({ ...options, tenant: tenantId }, given),
  };
}
