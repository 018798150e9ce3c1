import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import configuration from '../../.dependency-cruiser.mjs';
import { moduleCycles } from './module-cycles.mjs';

/** `modules` tells whether the cruiser looked at all; it finds nothing with a compiler it does not know. */
export async function cruiseArrows(base, folders) {
  const { tsConfig: _tsConfig, ...options } = configuration.options;
  const ruleSet = { forbidden: configuration.forbidden };
  const { output } = await cruise(
    folders,
    { ...options, baseDir: base, ruleSet, validate: true },
    { bustTheCache: true },
    { tsConfig: extractTSConfig(new URL('../../tsconfig.base.json', import.meta.url).pathname) },
  );
  const broken = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return {
    broken: [...broken, ...moduleCycles(output.modules)],
    modules: output.modules.map(({ source }) => source),
  };
}
