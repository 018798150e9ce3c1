import { findHolder } from '@hippocamp/runtime/folder-holder';
import { readSettingsWith, type Settings } from '@hippocamp/runtime/settings';
import { tryLocalModel } from '@hippocamp/runtime/try-local-model';
import { connected } from '../connection/connect.js';
import type { ConnectionFlags } from '../connection/flags.js';
import type { Shell } from '../shell.js';
import { lookAtEngines, lookAtPort } from './addresses.js';
import { doubtful, type Finding, well, wrong } from './finding.js';
import { lookAtFolder } from './folder.js';
import { lookAtLlm } from './llm.js';
import { lookAtNode } from './node.js';
import { lookAtService } from './service.js';

const readOr = (data: string | undefined): Settings | Finding => {
  try {
    return readSettingsWith(data === undefined ? {} : { HIPPOCAMP_DATA: data });
  } catch (error) {
    return wrong('Settings', error instanceof Error ? error.message : String(error), 'docs/settings.md has them all.');
  }
};

async function lookAtModel({ embedder }: Settings): Promise<Finding> {
  if (embedder.kind !== 'local') return well('Model', `EMBEDDER=${embedder.kind}: the model that ships is not used`);
  const reason = await tryLocalModel();
  if (reason === null) return well('Model', 'the model that ships runs');
  const advice = 'Words find memories meanwhile. Run `npm ci` again, with optional packages; or set EMBEDDER=openai.';
  return doubtful('Model', reason, advice);
}

async function lookAtInstallation(settings: Settings): Promise<Finding[]> {
  const { engines, host, port } = settings;
  const found = well('Settings', `can be used; ${engines.mode} mode`);
  const folder = engines.mode === 'embedded' ? await lookAtFolder(engines.folder) : [];
  const others = await Promise.all([lookAtModel(settings), lookAtPort(host, port)]);
  return [found, ...folder, ...others, ...(await lookAtEngines(engines))];
}

const isNamed = async (shell: Shell, flags: ConnectionFlags, folder: string | undefined): Promise<boolean> => {
  const url = flags.url ?? (flags.data === undefined ? shell.settings().url : undefined);
  if (url !== undefined) return true;
  // Looking at a folder that nobody holds would start a service.
  const holder = folder === undefined ? null : await findHolder(folder);
  return holder?.socket !== undefined && holder.isRunning;
};

export interface DoctorFlags extends ConnectionFlags {
  llm?: boolean | undefined;
}

export async function examine(shell: Shell, flags: DoctorFlags): Promise<Finding[]> {
  const settings = readOr(flags.data);
  const findings = lookAtNode();
  if ('state' in settings) return [...findings, settings];
  findings.push(...(await lookAtInstallation(settings)));
  if (flags.llm) findings.push(...(await lookAtLlm(settings)));
  const folder = settings.engines.mode === 'embedded' ? settings.engines.folder : undefined;
  if (!(await isNamed(shell, flags, folder))) return findings;
  const service = await connected(shell, flags, ({ client, place }) => lookAtService(client, place.service));
  return [...findings, ...service];
}
