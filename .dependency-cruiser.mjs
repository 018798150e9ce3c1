/** The arrows of the house: shared ← {core, language}, core ← {db, adapters}, all of them ← runtime ← apps. Each package names what it may reach. */
const inside = (names) => `^(packages|apps)/(${names})/`;

const arrow = (name, reaches, comment) => ({
  name: `${name}-reaches-too-far`,
  comment,
  severity: 'error',
  from: { path: inside(name) },
  to: { path: '^(packages|apps)/', pathNot: inside([name, ...reaches].join('|')) },
});

/** Where the bench builds parts of the service. */
const parts = '^packages/bench/src/setups/';

const products = '(^|/)node_modules/';

export default {
  forbidden: [
    arrow('shared', [], 'The contract and the pure rules know nothing else.'),
    arrow('core', ['shared'], 'The domain knows ports, never products.'),
    arrow('language', ['shared'], 'What texts say is pure; the core knows it by a port.'),
    arrow('sdk', ['shared'], 'The client knows the contract alone, and of that only types and what is generated.'),
    arrow('db', ['core', 'shared'], 'The records implement ports of the core.'),
    arrow('models', [], 'Weights and their manifest know nobody.'),
    arrow(
      'adapters',
      ['core', 'models', 'shared'],
      'Adapters implement ports of the core; models are reached by name.',
    ),
    arrow(
      'runtime',
      ['db', 'adapters', 'language', 'models', 'core', 'shared'],
      'The composition root builds; it knows no app.',
    ),
    arrow('tools', ['sdk', 'shared'], 'What a model is given is a client.'),
    arrow('gateway', ['tools', 'sdk', 'runtime', 'core', 'shared'], 'Apps use what runtime built.'),
    arrow('worker', ['runtime', 'core', 'shared'], 'Apps use what runtime built.'),
    arrow(
      'mcp',
      ['gateway', 'tools', 'sdk', 'runtime', 'shared'],
      'A client, which may hold the service itself: `gateway/open-service` is the one way to it.',
    ),
    arrow(
      'shell',
      ['gateway', 'sdk', 'runtime', 'shared'],
      'A client, which may hold the service itself: `gateway/open-service` is the one way to it.',
    ),
    arrow('demo', ['sdk', 'shared'], 'The demo is a client.'),
    arrow('e2e', ['runtime', 'sdk', 'shared'], 'Tests from outside.'),
    {
      ...arrow(
        'bench',
        ['e2e', 'runtime', 'models', 'sdk', 'shared'],
        'Measurements from outside; the attacks are those of the tests.',
      ),
      from: { path: inside('bench'), pathNot: parts },
    },
    {
      ...arrow(
        'bench',
        ['adapters', 'language', 'core', 'runtime', 'shared'],
        'What is measured by itself is built in one folder.',
      ),
      name: 'bench-setups-reach-too-far',
      from: { path: parts },
    },
    {
      name: 'adapters-keep-apart',
      comment:
        'One folder per product; swapping one touches one folder. What makes the files that ship may share `building`, what asks servers `http`, and tests the Redis that they start.',
      severity: 'error',
      from: { path: '^packages/adapters/src/([^/]+)/' },
      to: { path: '^packages/adapters/src/', pathNot: '^packages/adapters/src/($1|building|http|bullmq/testing)/' },
    },
    {
      name: 'shared-does-no-io',
      severity: 'error',
      from: { path: '^packages/shared/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'language-does-no-io',
      severity: 'error',
      from: { path: '^packages/language/src/', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sdk-stands-alone',
      comment:
        'It runs in browsers too, and is published by itself: no library, no built-in, nothing of `shared` when it runs.',
      severity: 'error',
      from: { path: '^packages/sdk/src/', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { pathNot: '^packages/sdk/src/' },
    },
    {
      name: 'segment-knows-no-judge',
      comment: 'What a text says does not depend on who judges whether it matters.',
      severity: 'error',
      from: { path: '^packages/language/src/segment/' },
      to: { path: '^packages/language/src/judge/' },
    },
    {
      name: 'core-knows-no-product',
      comment: 'A cache in memory is the one library of the domain.',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { path: products, pathNot: '(^|/)node_modules/lru-cache/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-tests-in-products',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: '(\\.test\\.ts$|/testing/|^packages/(e2e|bench)/)' },
      to: { path: '(\\.test\\.ts$|/testing/)' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/', '(^|/)generated/'] },
    exclude: { path: '(^|/)generated/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
