import { createNames, createNumberColumn } from './names.js';

export interface TagColumn {
  put(row: number, tags: readonly string[]): void;
  /** Rows with none of the tags pass no more. */
  pass(tags: readonly string[], passes: Uint8Array): void;
  /** Row `n` becomes what row `kept[n]` was; `kept` ascends. Unused tags and sets are forgotten. */
  keep(kept: Int32Array): void;
  bytes(): number;
}

/** Bytes that V8 needs for an array of numbers, and for each of them. */
const BYTES_OF_SET = 48;
const BYTES_OF_NUMBER = 8;

/** The numbers of each set's tags. */
function createMembers() {
  const members: (readonly number[] | null)[] = [];
  let count = 0;
  return {
    put(set: number, tags: readonly number[]): void {
      if (members[set]) return;
      members[set] = tags;
      count += tags.length;
    },
    /** Reads numbers only: each question asks, and there may be millions of tags. */
    withAny(flags: Uint8Array): Uint8Array {
      return Uint8Array.from(members, (tags) => Number(tags?.some((tag) => flags[tag]) ?? false));
    },
    /** Answers with 1 at each tag below `end` of the sets that are still used. */
    keep(used: Uint8Array, end: number): Uint8Array {
      const usedTags = new Uint8Array(end);
      for (const [set, tags] of members.entries()) {
        if (used[set]) for (const tag of tags ?? []) usedTags[tag] = 1;
        else {
          count -= tags?.length ?? 0;
          members[set] = null;
        }
      }
      return usedTags;
    },
    bytes: (): number => members.length * BYTES_OF_SET + count * BYTES_OF_NUMBER,
  };
}

/** A row has the number of its set. A set's name is the numbers of its tags, so that one set is held once. */
export function createTagColumn(): TagColumn {
  const [tags, sets] = [createNames(), createNames()];
  const members = createMembers();
  const column = createNumberColumn();

  return {
    put(row, names) {
      const numbers = names.map(tags.numberOf);
      const set = sets.numberOf(numbers.join());
      members.put(set, numbers);
      column.put(row, set);
    },
    pass: (names, passes) => column.pass(members.withAny(tags.flagged(names)), passes),
    keep(kept) {
      const used = column.keep(kept, sets.end());
      sets.keep(used);
      tags.keep(members.keep(used, tags.end()));
    },
    bytes: () => [tags, sets, members, column].reduce((sum, part) => sum + part.bytes(), 0),
  };
}
