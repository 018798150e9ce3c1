import { cp, mkdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readText, root } from './compose-file.js';
import { createContextFilter } from './docker-ignore.js';
import { environmentOf, execForm, type Instruction, parseDockerfile, type Stage } from './dockerfile.js';
import { run } from './run.js';

/** What a container would be started with; its root is a folder. */
export interface BuiltImage {
  root: string;
  workFolder: string;
  environment: Record<string, string>;
  command: string[];
  healthCheck: string[];
}

const checkout = fileURLToPath(root);
const takes = createContextFilter(readText('.dockerignore'));
/** The list begins with all and takes back folders: one is entered when anything below it may be taken. */
const inContext = (path: string) => path === '' || takes(path);

const copy = async (from: string, to: string, filter: (path: string) => boolean = () => true) => {
  const isFolder = (await stat(from)).isDirectory();
  const target = to.endsWith('/') && !isFolder ? join(to, basename(from)) : to;
  await cp(from, target, { recursive: true, verbatimSymlinks: true, filter });
};

/** A folder for the user of the image: only root may make it over to him. */
const ownFolder = /^install -d -o node -g node (\S+)$/;

interface Building {
  image: BuiltImage;
  folderOf(stage: string): string;
  /** What RUN is given besides the image's own environment. */
  environment: Record<string, string | undefined>;
}

const within = ({ root: folder, workFolder }: BuiltImage, path: string) =>
  path.startsWith('/') ? `${folder}${path}` : `${join(folder, workFolder)}/${path}`;

const copyInto = async ({ image, folderOf }: Building, { flags, argument }: Instruction) => {
  const [from = '', to = ''] = argument.split(/\s+/);
  if (flags.from) return copy(`${folderOf(flags.from)}${from}`, within(image, to));
  await copy(join(checkout, from), within(image, to), (path) => inContext(relative(checkout, path)));
};

const runStep = async ({ image, environment }: Building, { argument }: Instruction) => {
  const [, folder] = ownFolder.exec(argument) ?? [];
  if (folder) return void (await mkdir(within(image, folder), { recursive: true }));
  const env = { ...environment, ...image.environment };
  const { code, output } = await run(['sh', '-c', argument], { cwd: join(image.root, image.workFolder), env });
  if (code !== 0) throw new Error(`RUN ${argument} ended with ${code}:\n${output.slice(-4000)}`);
};

const steps: Record<string, (building: Building, instruction: Instruction) => Promise<unknown> | unknown> = {
  COPY: copyInto,
  RUN: runStep,
  WORKDIR: async ({ image }, { argument }) => {
    image.workFolder = argument;
    await mkdir(join(image.root, argument), { recursive: true });
  },
  ENV: ({ image }, { argument }) => Object.assign(image.environment, environmentOf(argument)),
  CMD: ({ image }, { argument }) => Object.assign(image, { command: execForm(argument) }),
  HEALTHCHECK: ({ image }, { argument }) => Object.assign(image, { healthCheck: execForm(argument) }),
  USER: () => undefined,
  EXPOSE: () => undefined,
};

const startOf = (stage: Stage, folder: string, earlier: Map<string, BuiltImage>): BuiltImage => {
  const { workFolder = '/', environment = {} } = earlier.get(stage.from) ?? {};
  return { root: folder, workFolder, environment: { ...environment }, command: [], healthCheck: [] };
};

/**
 * Does what the Dockerfile says, each stage in a folder of its own below `folder`, with this machine's Node in place of the base
 * image. Stages may build on stages that hold no files only. Throws with the output of a step that fails.
 */
export async function buildImage(folder: string, environment: Record<string, string | undefined>): Promise<BuiltImage> {
  const images = new Map<string, BuiltImage>();
  const folderOf = (stage: string) => join(folder, stage);
  let image: BuiltImage | undefined;
  for (const stage of parseDockerfile(readText('infra/images/Dockerfile'))) {
    image = startOf(stage, folderOf(stage.name), images);
    images.set(stage.name, image);
    await mkdir(join(image.root, image.workFolder), { recursive: true });
    for (const instruction of stage.instructions) {
      const step = steps[instruction.name];
      if (!step) throw new Error(`no step for ${instruction.name}`);
      await step({ image, folderOf, environment }, instruction);
    }
  }
  if (!image) throw new Error('no stage');
  return image;
}
