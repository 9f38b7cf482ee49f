// The allowed directions of imports. tools/checks/boundary-canary.mjs checks that every rule reports a violation.

/** Server modules, low to high. A module calls only lower tiers; it learns of higher ones by events and ports. */
const tiers = [
  ['settings', 'maps'],
  ['languages', 'travel-times'],
  ['identity'],
  ['car-types', 'wallet', 'ledger', 'promos'],
  ['fleet', 'money'],
  ['driver-documents', 'payments', 'users', 'setup', 'referrals', 'shifts'],
  ['sign-up'],
  ['booking'],
  ['recurring-bookings', 'tracking', 'vehicles'],
  ['dispatch'],
  [
    'chat',
    'notifications',
    'phone-desk',
    'receipts',
    'reports',
    'safety',
    'saved-views',
    'what-if',
    'partner-keys',
    'mobility-data',
  ],
];

const testFile = '\\.(test|journey|contract)\\.tsx?$|/testing/|^packages/testing/|^e2e/';
const server = '^apps/server/src';
const modules = `${server}/modules`;
const anyOf = (names) => `(${names.join('|')})`;
const known = anyOf(tiers.flat());
const bookingGroups = anyOf([
  'create',
  'cancel',
  'trip',
  'money',
  'view',
  'photos',
  'quote',
  'offers',
  'personal-data',
]);

const tierRules = tiers.map((tier, index) => ({
  name: `tier-${index}-calls-down`,
  comment: 'A module imports only modules of lower tiers; what happens above it arrives as an event.',
  severity: 'error',
  from: { path: `${modules}/${anyOf(tier)}/`, pathNot: testFile },
  to: { path: `${modules}/${anyOf(tiers.slice(index).flat())}/`, pathNot: `${modules}/$1/` },
}));

/** Workspaces that an app or package may use, besides itself. */
function workspaceRule(name, self, allowed, comment, except = testFile) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: self, pathNot: except },
    to: {
      path: '^(packages|apps|tools|bench|prove|e2e)/',
      pathNot: [self, ...allowed.map((workspace) => `^packages/${workspace}/`)],
    },
  };
}

const forbidden = [
  {
    name: 'domain-is-a-leaf',
    comment: 'The domain is pure: it imports itself, zod and decimal.js, nothing else.',
    severity: 'error',
    from: { path: '^packages/domain/', pathNot: testFile },
    to: { pathNot: '^packages/domain/|node_modules/(zod|decimal\\.js)/' },
  },
  {
    name: 'contract-is-wire-only',
    comment: 'The contract imports the domain and zod, so that it runs in every client.',
    severity: 'error',
    from: { path: '^packages/contract/', pathNot: testFile },
    to: { pathNot: '^packages/(contract|domain)/|node_modules/zod/' },
  },
  {
    name: 'texts-are-a-leaf',
    comment: 'Languages are data and what may be said of them; they import nothing.',
    severity: 'error',
    from: { path: '^packages/texts/', pathNot: testFile },
    to: { pathNot: '^packages/texts/' },
  },
  workspaceRule(
    'roads-see-domain',
    '^packages/roads/',
    ['domain'],
    'The road graph imports the domain, so that the server and the simulator can both use it.',
  ),
  {
    name: 'roads-are-pure',
    comment: 'The road graph has no library and no input or output: its callers read and write the file.',
    severity: 'error',
    from: { path: '^packages/roads/', pathNot: testFile },
    to: { dependencyTypes: ['npm', 'core'] },
  },
  workspaceRule(
    'lab-sees-domain',
    '^packages/lab/',
    ['domain'],
    'The lab imports the domain, so that the server and the simulator can both use it.',
  ),
  {
    name: 'lab-is-pure',
    comment: 'The lab has no library and no input or output; node:crypto is for the hash of its events.',
    severity: 'error',
    from: { path: '^packages/lab/', pathNot: testFile },
    to: { dependencyTypes: ['npm', 'core'], pathNot: '^(node:)?crypto$' },
  },
  workspaceRule('sdk-sees-contract', '^packages/sdk/', ['contract', 'domain'], 'domain ← contract ← sdk.'),
  workspaceRule(
    'testing-sees-contract',
    '^packages/testing/',
    ['contract', 'domain'],
    'Builders know entities and the wire.',
    [],
  ),
  workspaceRule(
    'web-sees-sdk',
    '^apps/web/',
    ['sdk', 'contract', 'domain', 'texts'],
    'The web app uses the public API.',
  ),
  workspaceRule(
    'simulator-speaks-public-api',
    '^apps/simulator/',
    ['sdk', 'contract', 'domain', 'lab', 'roads'],
    'The simulator is a client like any other.',
  ),
  workspaceRule(
    'server-sees-contract',
    '^apps/server/',
    ['contract', 'domain', 'lab', 'roads', 'texts'],
    'domain ← contract ← server; domain ← roads ← server; domain ← lab ← server.',
  ),
  {
    name: 'sdk-client-without-react',
    comment: 'The typed client and the live socket run outside a browser too.',
    severity: 'error',
    from: { path: '^packages/sdk/(client|live)/', pathNot: testFile },
    to: { path: '^packages/sdk/store/|node_modules/(react|react-dom|@reduxjs/toolkit)/' },
  },
  {
    name: 'openapi-stays-out-of-clients',
    comment:
      'Names and examples of the OpenAPI document are for the server; they would make the first load larger.',
    severity: 'error',
    from: { path: '^packages/|^apps/(web|simulator)/', pathNot: `^packages/contract/openapi/|${testFile}` },
    to: { path: '^packages/contract/openapi/' },
  },
  {
    name: 'tests-stay-out-of-production',
    comment: 'Builders, fakes and tests are development only.',
    severity: 'error',
    from: { path: '^(packages|apps)/', pathNot: testFile },
    to: { path: '\\.(test|journey)\\.tsx?$|^packages/testing/|node_modules/(vitest|fast-check)/' },
  },
  {
    name: 'nothing-imports-the-top',
    comment:
      'Apps and packages, their tests and test helpers included, import no experiment, benchmark, tool or journey.',
    severity: 'error',
    from: { path: '^(packages|apps)/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^(prove|bench|tools|e2e)/' },
  },
  {
    name: 'module-by-its-front-door',
    comment: 'A server module is entered only through its index.ts, by other modules and by app.ts.',
    severity: 'error',
    from: { path: `^(apps|tools|bench)/`, pathNot: `${modules}/|${testFile}` },
    to: { path: `${modules}/[^/]+/`, pathNot: `${modules}/[^/]+/index\\.ts$` },
  },
  {
    name: 'module-by-its-front-door-from-a-module',
    comment: 'A server module is entered only through its index.ts, by other modules and by app.ts.',
    severity: 'error',
    from: { path: `${modules}/([^/]+)/`, pathNot: testFile },
    to: { path: `${modules}/[^/]+/`, pathNot: `${modules}/($1/|[^/]+/index\\.ts$)` },
  },
  {
    name: 'only-app-wires',
    comment:
      'Only the composition root (app.ts with wire-modules.ts and its helpers, boot.ts and regions/ around it) puts modules and adapters together.',
    severity: 'error',
    from: {
      path: `${server}/`,
      pathNot: `${server}/((app|wire-modules|boot|adapters-for|connect-servers|maps-for-modules|account-data|user-parts|payments-config|push-config)\\.ts$|seed/|regions/|modules/|adapters/)|${testFile}`,
    },
    to: { path: `${server}/(modules|adapters)/` },
  },
  {
    name: 'modules-see-ports',
    comment: 'Modules know ports, never adapters, the composition root or the configuration.',
    severity: 'error',
    from: { path: `${modules}/`, pathNot: testFile },
    to: { path: `${server}/(adapters/|app\\.ts$|main\\.ts$|config\\.ts$)` },
  },
  {
    name: 'adapters-know-no-module',
    comment: 'An adapter implements a port and does not depend on business modules.',
    severity: 'error',
    from: { path: `${server}/adapters/`, pathNot: testFile },
    to: { path: `${server}/(modules/|app\\.ts$|main\\.ts$|config\\.ts$)` },
  },
  {
    name: 'ports-are-interfaces',
    comment: 'A port is described in domain words only.',
    severity: 'error',
    from: { path: `${server}/ports/`, pathNot: testFile },
    to: { path: '^apps/', pathNot: `${server}/ports/` },
  },
  {
    name: 'module-in-a-tier',
    comment: 'A new module must be given a tier at the top of this file.',
    severity: 'error',
    from: {},
    to: { path: `${modules}/(?!${known}/)[^/]+/` },
  },
  ...tierRules,
  {
    name: 'booking-groups-do-not-import-each-other',
    comment: 'A use-case group of booking imports store/, step/ and present/, never another group.',
    severity: 'error',
    from: { path: `${modules}/booking/${bookingGroups}/`, pathNot: testFile },
    to: { path: `${modules}/booking/${bookingGroups}/`, pathNot: `${modules}/booking/$1/` },
  },
  {
    name: 'booking-shared-folders-import-no-group',
    comment: 'store/, step/ and present/ of booking are below its use-case groups.',
    severity: 'error',
    from: { path: `${modules}/booking/(store|step|present)/`, pathNot: testFile },
    to: { path: `${modules}/booking/${bookingGroups}/` },
  },
  {
    name: 'features-never-import-each-other',
    comment: 'Surfaces compose features; what two features share belongs to ui, lib or map.',
    severity: 'error',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'features-below-surfaces',
    comment: 'Surfaces compose features, never the other way round.',
    severity: 'error',
    from: { path: '^apps/web/src/features/' },
    to: { path: '^apps/web/src/surfaces/' },
  },
  {
    name: 'surfaces-stand-alone',
    comment: 'A surface is loaded by itself; what two surfaces share is a feature.',
    severity: 'error',
    from: { path: '^apps/web/src/surfaces/([^/]+)/' },
    to: { path: '^apps/web/src/surfaces/', pathNot: '^apps/web/src/surfaces/$1/' },
  },
  {
    name: 'ui-lib-map-know-no-feature',
    comment: 'ui, lib and map are used everywhere and import no feature.',
    severity: 'error',
    from: { path: '^apps/web/src/(ui|lib|map)/' },
    to: { path: '^apps/web/src/(features|surfaces)/' },
  },
  {
    name: 'no-circular',
    comment: 'Two files that need each other are one file, or hide a third. Type imports count.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'An import that cannot be followed cannot be checked.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(artifacts|dist|apps/[a-z]+/(on-server/)?dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
