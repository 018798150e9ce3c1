/** Whether tests of an engine that this machine lacks have to fail, and not be left out. */
// biome-ignore lint/style/noProcessEnv: which engines there have to be is for whoever runs the tests to say
export const engineRequired = (): boolean => process.env.REQUIRE_ENGINES === '1';

/** Passes on whether the engine is there; rejects where it is not and has to be. */
export async function requirable(engine: string, available: Promise<boolean>): Promise<boolean> {
  if (await available) return true;
  if (engineRequired()) throw new Error(`REQUIRE_ENGINES=1, and this machine lacks ${engine}.`);
  return false;
}
