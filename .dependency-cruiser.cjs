/** Which folder may import which. A folder is a process, so these are the borders between processes. */
const ONLY = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { pathNot: allowed },
});
const NEVER = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: to },
});
const TESTS = '(\\.test(-d)?\\.ts$|\\.browser\\.test\\.ts$|/integration/|/testing/|fake-)';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-tests-in-products',
      severity: 'error',
      from: { pathNot: `${TESTS}|^e2e/|^fuzz/|^test/` },
      to: { path: TESTS },
    },
    ONLY('shared-is-a-leaf', '^shared/src', '^shared/src|zod', 'The contract imports nothing but zod.'),
    {
      name: 'types-alone-come-from-schemas',
      comment: 'Params are inferred from the schemas; whoever loads the contract must not load zod.',
      severity: 'error',
      from: { path: '^shared/src/(?!schemas)', pathNot: TESTS },
      to: { path: '^shared/src/schemas|zod', dependencyTypesNot: ['type-only'] },
    },
    ONLY(
      'manifests-are-data',
      '^manifests/src',
      '^manifests/src|^shared/src/(?!schemas)|^(node:)?crypto$',
      'Data only.',
    ),
    NEVER(
      'installers-stand-alone',
      '^installers/src',
      '^(host|cli|extension|doctor)/',
      'They register; they do not run.',
    ),
    ONLY(
      'client-is-a-leaf',
      '^client/src',
      '^client/src|^shared/src/(?!schemas)|^(node:)?(fs|net|os|path|crypto)$',
      'Every caller of the daemon can use it: no zod, no process of its own, nothing printed.',
    ),
    NEVER(
      'only-callers-use-the-client',
      '^(shared|manifests|installers|host|extension)/src',
      '^client/',
      'It is for those who ask the daemon.',
    ),
    NEVER(
      'doctor-looks-from-outside',
      '^doctor/src',
      '^(host|cli|extension)/|zod|shared/src/schemas',
      'It asks the programs as anybody else would.',
    ),
    NEVER(
      'cli-spawns-the-host',
      '^cli/src',
      '^(host|extension)/|zod|shared/src/schemas',
      'It starts fast: no host code, no zod.',
    ),
    NEVER(
      'host-knows-no-caller',
      '^host/src',
      '^(cli|extension|installers|doctor)/',
      'The host is called, it does not call.',
    ),
    NEVER(
      'link-is-small',
      '^host/src/(link|home|wire)/|^host/src/(bin|spawn-daemon)',
      'node_modules|^host/src/daemon/(?!main)',
      'What Chrome starts loads no dependency.',
    ),
    NEVER(
      'pipeline-is-pure',
      '^host/src/daemon/(pipeline|state|actions|effects)/',
      'fastify|pino|^host/src/daemon/(http|process|links)/|^(node:)?(fs|net|http|child_process|crypto|os)$',
      'Clock, randomness and I/O come in as arguments.',
    ),
    NEVER(
      'extension-runs-in-a-browser',
      '^extension/src',
      '^(host|cli|installers|manifests)/|zod|shared/src/schemas|^(node:)?(fs|os|net|path|http|https|url|util|crypto|process|stream|child_process)$',
      'No Node, and no zod: its new Function probe violates the CSP of extensions.',
    ),
    NEVER(
      'content-knows-no-background',
      '^extension/src/content/',
      '^extension/src/background/',
      'Another process.',
    ),
    {
      name: 'main-world-is-alone',
      comment: 'The build makes one function of it, which Chrome sends into the world of the page.',
      severity: 'error',
      from: { path: '^extension/src/main-world/', pathNot: TESTS },
      to: { pathNot: '^extension/src/main-world/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'one-door-to-names-and-roles',
      comment: 'What the library gets wrong is corrected behind accessible.ts.',
      severity: 'error',
      from: { path: '^extension/src', pathNot: 'content/accessibility/accessible(-role|-name)?\\.ts$' },
      to: { path: 'ivya|content/accessibility/accessible-(role|name)\\.ts$' },
    },
    NEVER(
      'background-knows-no-content',
      '^extension/src/background/',
      '^extension/src/content/',
      'Another process.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.output|\\.wxt)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
