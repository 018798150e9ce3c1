import { mendedNode } from '@hippocamp/runtime/node-release';
import { doubtful, type Finding, well, wrong } from './finding.js';

/** The least version, as in package.json. */
const LEAST = [20, 19] as const;

export function lookAtNode(version = process.versions.node, platform: NodeJS.Platform = process.platform): Finding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]);
  const mended = mendedNode(version);
  const found = mended
    ? doubtful('Node', version, `Install Node ${mended} or newer: this release lacks security fixes of March 2026.`)
    : well('Node', `${version} on ${platform}`);
  const node = isOld ? wrong('Node', version, `Install Node ${LEAST.join('.')} or newer.`) : found;
  const advice = 'Several programs cannot share one data folder there; use WSL, or one program at a time.';
  return platform === 'win32' ? [node, doubtful('System', platform, advice)] : [node];
}
