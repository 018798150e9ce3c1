import type { PlaceServers } from '@hippocamp/runtime/testing/production-place';
import { type BarePostgres, openBarePostgres } from '../../controls/bare-postgres.js';
import { type Client, createClient } from '../../measure/client.js';
import { type ProductionService, startProduction } from '../../processes/production.js';

export interface Place {
  service: ProductionService;
  client: Client;
  postgres: BarePostgres;
}

async function useDatabase<Result>(service: ProductionService, work: (place: Place) => Promise<Result>) {
  const client = createClient(service.gateway.url);
  const postgres = await openBarePostgres(service.settings.DATABASE_URL ?? '');
  try {
    return await work({ service, client, postgres });
  } finally {
    client.close();
    await postgres.close();
  }
}

/** The service is empty and removed after `work`; `given` replaces default settings. */
export async function withPlace<Result>(
  servers: PlaceServers,
  workers: number,
  work: (place: Place) => Promise<Result>,
  given: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const service = await startProduction(servers, workers, given);
  try {
    return await useDatabase(service, work);
  } finally {
    await service.stop();
  }
}
