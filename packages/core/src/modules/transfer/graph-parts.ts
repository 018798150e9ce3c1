/** Lines of entities and events. */
export async function* exportEntitiesAndEvents(): AsyncGenerator<string> {}
