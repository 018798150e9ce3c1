import type { IndexFilter } from '@hippocamp/core/ports/vector-index';
import { bytesOf, grown } from './growing.js';
import { createNames, createNumberColumn } from './names.js';
import { createTagColumn } from './tag-column.js';

interface NamedColumn {
  put(row: number, name: string): void;
  pass(names: readonly string[], passes: Uint8Array): void;
  /** Row `n` becomes what row `kept[n]` was; `kept` ascends. Unused names are forgotten. */
  keep(kept: Int32Array): void;
  bytes(): number;
}

function createNamedColumn(): NamedColumn {
  const names = createNames();
  const column = createNumberColumn();
  return {
    put: (row, name) => column.put(row, names.numberOf(name)),
    pass: (allowed, passes) => column.pass(names.flagged(allowed), passes),
    keep: (kept) => names.keep(column.keep(kept, names.end())),
    bytes: () => names.bytes() + column.bytes(),
  };
}

/** Filter values of one row in a message; `createdAt` in ms since 1970. */
export type RowFilters = [
  owner: string | null,
  tier: string,
  tags: readonly string[],
  artifact: string | null,
  session: string | null,
  createdAt: number,
  superseded: boolean,
];

export interface FilterColumns {
  put(row: number, filters: RowFilters): void;
  pass(filter: IndexFilter, passes: Uint8Array): void;
  /** Row `n` becomes what row `kept[n]` was; `kept` ascends. */
  keep(kept: Int32Array): void;
  bytes(): number;
}

/** Stands for no name; a name begins with `=`. */
const NONE = '';
const named = (name: string | null | undefined) => (name === null || name === undefined ? NONE : `=${name}`);

function createColumns() {
  return {
    owner: createNamedColumn(),
    tier: createNamedColumn(),
    tags: createTagColumn(),
    artifact: createNamedColumn(),
    session: createNamedColumn(),
  };
}

function passNames(
  { owner, tier, tags, artifact, session }: ReturnType<typeof createColumns>,
  filter: IndexFilter,
  passes: Uint8Array,
): void {
  if (filter.ownerEntityId !== undefined) owner.pass([named(filter.ownerEntityId)], passes);
  if (filter.owners) owner.pass(filter.owners.map(named), passes);
  if (filter.sourceArtifactId !== undefined) artifact.pass([named(filter.sourceArtifactId)], passes);
  if (filter.sessionId !== undefined) session.pass([named(filter.sessionId)], passes);
  if (filter.tiers?.length) tier.pass(filter.tiers.map(named), passes);
  if (filter.tags?.length) tags.pass(filter.tags, passes);
}

export function createFilterColumns(): FilterColumns {
  const columns = createColumns();
  let createdAt = new Float64Array(0);
  let superseded = new Uint8Array(0);

  const passTimes = ({ createdAfter, createdBefore }: IndexFilter, passes: Uint8Array) => {
    const [from, to] = [
      createdAfter?.getTime() ?? Number.NEGATIVE_INFINITY,
      createdBefore?.getTime() ?? Number.POSITIVE_INFINITY,
    ];
    for (let row = 0; row < passes.length; row += 1) {
      const time = createdAt[row] ?? 0;
      if (time < from || time >= to) passes[row] = 0;
    }
  };

  return {
    put(row, [owner, tier, tags, artifact, session, time, isSuperseded]) {
      columns.owner.put(row, named(owner));
      columns.tier.put(row, named(tier));
      columns.tags.put(row, tags);
      columns.artifact.put(row, named(artifact));
      columns.session.put(row, named(session));
      createdAt = grown(createdAt, row + 1);
      superseded = grown(superseded, row + 1);
      createdAt[row] = time;
      superseded[row] = Number(isSuperseded);
    },
    pass(filter, passes) {
      passNames(columns, filter, passes);
      if (filter.createdAfter || filter.createdBefore) passTimes(filter, passes);
      if (filter.includeSuperseded) return;
      for (let row = 0; row < passes.length; row += 1) if (superseded[row]) passes[row] = 0;
    },
    keep(kept) {
      for (const column of Object.values(columns)) column.keep(kept);
      for (const [row, old] of kept.entries()) {
        createdAt[row] = createdAt[old] ?? 0;
        superseded[row] = superseded[old] ?? 0;
      }
    },
    bytes: () =>
      bytesOf(createdAt, superseded) + Object.values(columns).reduce((sum, column) => sum + column.bytes(), 0),
  };
}
