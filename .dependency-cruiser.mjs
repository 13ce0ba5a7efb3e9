// @ts-check

/**
 * Who may import what: the table of docs/internals/architecture.md, as rules of dependency-cruiser. Each is a regular expression of how a path
 * begins. Files may import each other where `of` matches the same text: those of one system, not those of another.
 *
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} of
 * @property {readonly string[]} may `core` is every module of Node.
 * @property {readonly string[]} [mayTypes] of these, types only: test/layering.test.ts reads how they are imported.
 */

/** @param {readonly string[]} names */
const packages = (...names) => names.map((name) => `node_modules/${name}/`);

const GAME = 'src/game/';
const COUNCIL = 'src/council/';
const HOST = 'src/host/';
const STORE = 'src/store/';
const RENDER = 'src/render/';
/** Helpers that write lists, counts and numbers: they stand once. */
const ENGLISH = 'src/kit/plain-english\\.ts$';
const SYSTEMS = 'src/systems/index\\.ts$';

/** @type {readonly Layer[]} */
export const layers = [
  { name: 'the contract', of: GAME, may: [] },
  { name: 'the council', of: COUNCIL, may: [GAME, ENGLISH] },
  { name: 'the advisor', of: 'src/advisor/', may: [GAME] },
  { name: 'time', of: 'src/(time-source|with-timeout)\\.ts$', may: [] },
  { name: 'the root of the project', of: 'src/project-root\\.ts$', may: ['url$'] },
  { name: 'the version', of: 'src/version\\.ts$', may: ['core', 'src/project-root\\.ts$', ...packages('zod')] },
  { name: 'HTTP bad requests', of: 'src/http-bad-requests\\.ts$', may: ['core'] },
  { name: 'the list of systems', of: SYSTEMS, may: [GAME, 'src/systems/[^/]+/index\\.ts$'] },
  { name: 'the kit', of: 'src/kit/', may: [GAME, ...packages('zod')] },
  // What pictures are drawn from comes out of `assets` with the program; the host reads the data of the rules, as a game keeps them.
  {
    name: 'a game system',
    of: '(?:src/systems|test/games)/[^/]+/',
    may: [GAME, 'src/kit/', 'assets/[^/]+/', ...packages('zod')],
  },
  { name: 'the store', of: STORE, may: ['core', ...packages('better-sqlite3', 'zod')], mayTypes: [GAME, COUNCIL] },
  {
    name: 'the renderer',
    of: RENDER,
    may: [GAME, '(crypto|fs|module|path|timers/promises|util|zlib)$', ...packages('canvas', 'lru-cache')],
  },
  {
    name: 'the host',
    of: HOST,
    may: [
      ...[GAME, COUNCIL, ENGLISH, 'src/advisor/', SYSTEMS, STORE, RENDER, 'src/(version|with-timeout)\\.ts$'],
      ...[
        '(worker_threads|crypto|fs|fs/promises|path|timers/promises|url)$',
        ...packages('zod', 'jsonc-parser', 'lru-cache', 'openskill', 'p-queue'),
      ],
    ],
    mayTypes: packages('pino'),
  },
  {
    name: 'a command',
    of: 'commands/',
    may: [HOST, COUNCIL, ENGLISH, ...packages('discord\\.js')],
    mayTypes: [GAME, 'src/discord/inbound/command-contract\\.ts$'],
  },
  {
    name: 'the bot',
    of: 'src/discord/',
    may: [
      ...[
        'commands/',
        HOST,
        RENDER,
        STORE,
        SYSTEMS,
        GAME,
        ENGLISH,
        'src/(time-source|version|with-timeout|project-root)\\.ts$',
        'src/watch/',
      ],
      ...['core', ...packages('discord\\.js', 'lru-cache', 'p-queue', 'pino', 'zod')],
    ],
  },
  // What is measured of the running program: it knows neither games nor Discord.
  {
    name: 'the watch',
    of: 'src/watch/',
    may: ['src/http-bad-requests\\.ts$', 'core', ...packages('prom-client')],
    mayTypes: packages('pino'),
  },
  // The page runs in a browser.
  {
    name: 'the page',
    of: 'src/sandbox/page/',
    may: ['src/sandbox/(world/snowflake|faults/troubles)\\.ts$', ...packages('htm', 'preact')],
    mayTypes: ['src/sandbox/protocol\\.ts$', 'src/sandbox/store/[a-z]+(-schema)?\\.ts$'],
  },
  {
    name: 'the practice Discord',
    of: 'src/sandbox/(?!page/)',
    may: [
      ...['src/http-bad-requests\\.ts$', 'src/time-source\\.ts$', 'src/project-root\\.ts$'],
      ...['core', ...packages('discord\\.js', 'esbuild', 'lru-cache', 'ws', 'zod')],
    ],
    mayTypes: packages('pino'),
  },
  { name: 'the set-up', of: 'src/setup/', may: ['core'] },
  {
    name: 'the program',
    of: 'src/(main|cli/(?:backup|replay|doctor|reshard|draw-land|command-line)|settings|program-log|health-check|scheduled-backups|land-folder|shutdown|exit-codes|console-words)\\.ts$',
    may: ['src/', 'commands/', 'core', ...packages('discord\\.js', 'dotenv', 'pino', 'zod')],
  },
];

/**
 * Folders of the host, the bot and the practice Discord, from the lowest floor up: each imports itself, what lies below it, and the files
 * `besides`.
 *
 * @type {readonly { within: string, order: readonly string[], besides?: readonly string[] }[]}
 */
const floors = [
  { within: HOST, order: ['base', 'table', 'actions', 'messages', 'afterwards', 'features'] },
  { within: 'src/discord/', order: ['connection', 'outbound', 'inbound'] },
  {
    within: 'src/sandbox/',
    order: ['world', 'store', 'interactions', 'gateway', 'faults', 'rest', 'web'],
    besides: ['protocol\\.ts$'],
  },
];

/** @param {readonly string[]} paths */
const starting = (paths) => paths.map((path) => `^${path}`);
const inLayers = starting(layers.map(({ of }) => of));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers.map(({ name, of, may, mayTypes = [] }) => ({
      name,
      severity: /** @type {const} */ ('error'),
      from: { path: `^(${of})` },
      to: {
        pathNot: starting(['$1', ...may.filter((one) => one !== 'core'), ...mayTypes]),
        ...(may.includes('core') && { dependencyTypesNot: [/** @type {const} */ ('core')] }),
      },
    })),
    { name: 'of no layer', severity: 'error', from: { pathNot: inLayers }, to: {} },
    { name: 'of no layer', severity: 'error', from: {}, to: { path: '^(src|commands)/', pathNot: inLayers } },
    ...floors.flatMap(({ within, order, besides = [] }) =>
      order.map((floor, at) => ({
        name: `the floors of ${within}`,
        severity: /** @type {const} */ ('error'),
        from: { path: `^${within}${floor}/` },
        to: { path: `^${within}(?!(${order.slice(0, at + 1).join('|')})/|${besides.join('|') || '$'})` },
      })),
    ),
    // Circles of folders: test/layering.test.ts.
    {
      name: 'rules without words',
      severity: 'error',
      from: { path: '^src/systems/[^/]+/rules/' },
      to: { path: '^src/systems/[^/]+/words/' },
    },
    // Imports of types count: what cannot be read without each other is one thing.
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // swc reads what the compiler of this project writes; dependency-cruiser knows no TypeScript 7.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
