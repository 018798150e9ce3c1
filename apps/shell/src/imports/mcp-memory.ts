import { stat } from 'node:fs/promises';
import { ownerChoiceOf } from '@hippocamp/runtime/client-settings';
import { isObject, type Loose, textIn } from './fields.js';
import { createLeftOut, type Found, inOrder, type LeftOut, once, type RecordLine } from './found.js';
import { textOfFile } from './json-files.js';
import { idOf } from './record-ids.js';
import { entityLine, memoryLine, relationLine } from './records.js';

/**
 * `memory.jsonl` of the reference memory server of MCP has an entity with its observations, or a relation, per line.
 * Each observation becomes a memory that names its entity and is tied to it.
 */

const FROM = 'mcp-memory';

interface Graph {
  entities: Loose[];
  relations: Loose[];
}

function graphOf(text: string, leftOut: LeftOut): Graph {
  const graph: Graph = { entities: [], relations: [] };
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const item = parse(line);
    if (item?.type === 'entity' && textIn(item.name)) graph.entities.push(item);
    else if (item?.type === 'relation') graph.relations.push(item);
    else leftOut.add('lines that are no entity and no relation');
  }
  return graph;
}

const parse = (line: string): Loose | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** "likes tea" alone does not say who does, so the name comes before it. */
const sentenceOf = (name: string, observation: string): string =>
  observation.toLowerCase().includes(name.toLowerCase()) ? observation : `${name}: ${observation}`;

function ofEntity(entity: Loose, owner: string | null, at: string): RecordLine[] {
  const name = textIn(entity.name) ?? '';
  const line = entityLine({ from: FROM, type: textIn(entity.entityType) ?? 'thing', name, at });
  const observations = Array.isArray(entity.observations)
    ? entity.observations.flatMap((one) => textIn(one) ?? [])
    : [];
  const memories = observations.flatMap((observation) => {
    const memory = memoryLine({
      from: FROM,
      id: idOf(FROM, 'observation', name, observation, owner),
      content: sentenceOf(name, observation),
      ownerEntityId: owner,
      createdAt: at,
      updatedAt: at,
      metadata: {},
      tags: [],
    });
    const ends = { start: { type: 'memory', id: memory.id }, end: { type: 'entity', id: line.id } } as const;
    return [memory, relationLine({ from: FROM, type: 'mentions', ...ends, at })];
  });
  return [line, ...memories];
}

function ofRelation(relation: Loose, known: ReadonlySet<string>, leftOut: LeftOut, at: string): RecordLine[] {
  const [from, to] = [textIn(relation.from), textIn(relation.to)];
  if (from === undefined || to === undefined || !known.has(from) || !known.has(to)) {
    leftOut.add('relations with an end that is not there');
    return [];
  }
  const end = (name: string) => ({ type: 'entity', id: idOf(FROM, 'entity', name) }) as const;
  const type = textIn(relation.relationType) ?? 'related';
  return [relationLine({ from: FROM, type, start: end(from), end: end(to), at })];
}

/** The file has no times, so all memories get that of the file itself. */
export async function readMcpMemory(path: string, owner: string | undefined): Promise<Found> {
  const leftOut = createLeftOut();
  const { entities, relations } = graphOf(await textOfFile(path), leftOut);
  const at = (await stat(path)).mtime.toISOString();
  const names = new Set(entities.flatMap(({ name }) => textIn(name) ?? []));
  const { owner: name, ownerEntityId } = ownerChoiceOf(owner);
  const user = name === undefined ? undefined : entityLine({ from: FROM, type: 'user', name, at, owns: true });
  const records = [
    ...entities.flatMap((entity) => ofEntity(entity, user?.id ?? ownerEntityId ?? null, at)),
    ...(user ? [user] : []),
    ...relations.flatMap((relation) => ofRelation(relation, names, leftOut, at)),
  ];
  return { texts: [], records: inOrder(once(records)), leftOut: leftOut.all() };
}
