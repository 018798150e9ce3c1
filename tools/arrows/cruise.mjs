import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import configuration from '../../.dependency-cruiser.mjs';

/**
 * Checks the arrows of the modules below `folders`, as seen from `base`. Also returns the modules that were looked
 * at, since the cruiser looks at none, and finds nothing wrong, with a compiler that it does not know.
 */
export async function cruiseArrows(base, folders) {
  const { tsConfig: _tsConfig, ...options } = configuration.options;
  const ruleSet = { forbidden: configuration.forbidden };
  const { output } = await cruise(
    folders,
    { ...options, baseDir: base, ruleSet, validate: true },
    { bustTheCache: true },
    { tsConfig: extractTSConfig(new URL('../../tsconfig.base.json', import.meta.url).pathname) },
  );
  return {
    broken: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    modules: output.modules.map(({ source }) => source),
  };
}
