import { type Collection, type CollectionOptions, createCollection } from './collection.js';
import { badRequest, notFound, Rejection } from './rejection.js';
import type { VectorShape } from './vectors.js';

export type AliasAction =
  | { create_alias: { collection_name: string; alias_name: string } }
  | { delete_alias: { alias_name: string } };

/** Collections by name, and aliases of them. */
export function createStore(options: CollectionOptions = {}) {
  const collections = new Map<string, Collection>();
  const aliases = new Map<string, string>();

  const change = (action: AliasAction) => {
    if ('delete_alias' in action) {
      aliases.delete(action.delete_alias.alias_name);
      return;
    }
    const { collection_name, alias_name } = action.create_alias;
    if (!collections.has(collection_name)) throw notFound(`Collection \`${collection_name}\` doesn't exist!`);
    if (collections.has(alias_name)) throw new Rejection(409, `Collection with the same name already exists`);
    aliases.set(alias_name, collection_name);
  };

  return {
    names: () => [...collections.keys()].map((name) => ({ name })),
    aliases: () => [...aliases].map(([alias_name, collection_name]) => ({ alias_name, collection_name })),
    /** By its name or an alias. */
    get(name: string): Collection {
      const found = collections.get(aliases.get(name) ?? name);
      if (!found) throw notFound(`Collection \`${name}\` doesn't exist!`);
      return found;
    },
    has: (name: string) => collections.has(aliases.get(name) ?? name),
    create(name: string, shape: VectorShape & Record<string, unknown>) {
      if (aliases.has(name)) {
        throw badRequest(`Can't create collection with name ${name}. Alias with the same name already exists`);
      }
      if (collections.has(name)) throw new Rejection(409, `Wrong input: Collection \`${name}\` already exists!`);
      collections.set(name, createCollection(shape, options));
      return true;
    },
    /** With its aliases. */
    drop(name: string) {
      for (const [alias, collection] of aliases) if (collection === name) aliases.delete(alias);
      return collections.delete(name);
    },
    changeAliases(actions: AliasAction[]) {
      for (const action of actions) change(action);
      return true;
    },
    reset() {
      collections.clear();
      aliases.clear();
    },
  };
}

export type Store = ReturnType<typeof createStore>;
